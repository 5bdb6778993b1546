import MarketModels

struct EnglishErrorWords: ErrorWords {
    let unknownProduct = "There is no such product."
    let withdrawnProduct = "This product is not for sale any more."
    let wrongSecret = "That password is not the one of this product. Check it and try again."
    let missingIdentifier = "Send the header 'identifier' with the UUID of the vendor."
    let registrationClosed = "This market takes no new sellers. Ask whoever runs it."
    let vendorBlocked = "This seller may list nothing at present. Ask whoever runs the market."
    let deadToken = "This delete link is not valid any more. Ask for a new one with the password."
    let versionConflict = "Somebody changed this product in the meantime. Look at it again and repeat your change."
    let requestUnderWay = "The same request is being carried out already. Ask again in a second."
    let keyReused = "This Idempotency-Key belongs to a request that asked for something else. Use a new one."
    let busy = "Too much is going on just now. Try again in a few seconds."
    let storageFull = "The market has no room left. Nothing was saved; tell whoever runs it."
    let unavailable = "The market can't answer just now. Try again in a moment."
    let internalError = "Something went wrong here. Try again in a moment."
    let unknownPath = "There is nothing at this address."
    let methodNotAllowed = "That can't be done at this address."
    let expiredForm = "This form is too old, or cookies are switched off. Load the page again and send it once more."
    let unreadableRequest = "This request can't be read."
    let bodyTooLarge = "That is too much at once."
    let interrupted = "The request ended before all of it had come."

    func tooManyAttempts(seconds: Int) -> String {
        "Too many wrong passwords. Try again in \(seconds) seconds."
    }

    func tooManyRequests(seconds: Int) -> String {
        "Too many requests. Try again in \(seconds) seconds."
    }

    func unusableHeader(name: String) -> String {
        "The header '\(name)' has a value that can't be used."
    }

    func unusableParameter(name: String) -> String {
        "The parameter '\(name)' has a value that can't be used."
    }

    func unreadableBody(detail: String) -> String {
        "The request's body can't be read: \(detail)."
    }

    func bodyTooLarge(megabytes: Int) -> String {
        "That is too much at once: at most \(megabytes) MB are taken."
    }

    func sentence(forImage number: Int, _ problem: ErrorTexts.ImageProblem) -> String {
        switch problem {
        case .empty: "Picture \(number) is empty."
        case .unknownFormat: "Picture \(number) is no picture that can be shown. Use JPEG, PNG, GIF, WebP or HEIC."
        case .tooManyBytes(let maximum): "Picture \(number) is too large: at most \(maximum / 1_000_000) MB."
        case .tooManyPixels(let width, let height, let maximum):
            "Picture \(number) is too large: it has \(width) × \(height) pixels, at most \(maximum / 1_000_000) million are taken."
        case .damaged: "Picture \(number) is damaged and can't be shown whole."
        }
    }

    func name(of field: ListingProblem.Field) -> String {
        switch field {
        case .name: "The name"
        case .description: "The description"
        case .price: "The price"
        case .currency: "The currency"
        case .discount: "The discount"
        case .stock: "The stock"
        case .secret: "The password"
        case .images: "The number of images"
        case .keptPictures: "The list of pictures to keep"
        case .contact: "The contact"
        case .thumbnail: "The chosen thumbnail"
        case .vendorName: "The seller's name"
        case .parameters: "The part 'params'"
        }
    }

    func sentence(_ field: String, _ reason: ListingProblem.Reason) -> String {
        switch reason {
        case .missing: "\(field) is missing."
        case .blank: "\(field) must not be blank."
        case .tooLong(let maximum): "\(field) is too long: at most \(maximum) characters."
        case .unreadableText: "\(field) has characters that can't be kept."
        case .wrongKind: "\(field) is not of the right kind."
        case .notANumber: "\(field) must be a number."
        case .negative: "\(field) must not be below zero."
        case .tooLarge: "\(field) is too large."
        case .tooPrecise: "\(field) has more digits behind the point than can be paid or counted."
        case .fraction: "\(field) must be a whole number in this market."
        case .unknownCurrency: "\(field) must be KRW or USD."
        case .discountAbovePrice: "\(field) must not be above the price."
        case .tooFew(let minimum): "\(field) must be at least \(minimum)."
        case .tooMany(let maximum): "\(field) must be \(maximum) or less."
        case .unknownPicture: "\(field) is no picture of this product."
        case .repeatedPicture: "\(field) names the same picture twice."
        case .unreadablePicture: "\(field) has a picture that is no base64 text."
        }
    }
}
