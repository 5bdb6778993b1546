import MarketModels

extension English {
    func text(for string: ErrorString) -> String {
        switch string {
        case .unknownProduct: "This product doesn’t exist."
        case .deletedProduct: "This product is no longer for sale."
        case .wrongSecret: "That password isn’t right. Check it and try again."
        case .invalidKey: "This needs an operator’s key, and this one has ended or never existed."
        case .invalidRight: "This browser or link can’t change the product. Enter the password instead."
        case .missingIdentifier: "Send the seller’s UUID in the “identifier” header."
        case .registrationClosed: "This market doesn’t accept new sellers right now."
        case .vendorBlocked: "This seller can’t list or change anything right now."
        case .invalidToken: "This delete link has expired or was already used. Get a new one with the password."
        case .versionConflict:
            "Someone changed this product in the meantime. See what’s new, then make your change again."
        case .requestInFlight: "This request is already being processed. Try again in a moment."
        case .keyReused: "This Idempotency-Key was already used for a different request. Use a new one."
        case .tooSlow: "This took too long to find. Ask for something more specific, or try again in a few seconds."
        case .busy: "The market is very busy right now. Try again in a few seconds."
        case .storageFull: "The market is out of space, so nothing was saved."
        case .damaged: "This is damaged and can’t be shown."
        case .readOnly:
            "The market’s data is damaged, so nothing can be saved until it’s repaired."
        case .outcomeUnknown: "It isn’t clear yet whether this was saved. Check in a moment before you try again."
        case .unavailable: "The market isn’t available right now. Try again in a moment."
        case .internalError: "Something went wrong on our side. Try again in a moment."
        case .unknownPath: "There’s nothing at this address."
        case .headersTooLong: "The address or the headers of this request are too long."
        case .methodNotAllowed: "This address doesn’t support that method."
        case .crossSite:
            "This was sent from another site, so nothing was changed. If you sent it on a page of this market, its proxy "
                + "may not be passing on the “Host” header."
        case .expiredForm: "This form has expired, or cookies are turned off. Reload the page and try again."
        case .unreadableRequest: "This request can’t be read. Check its format."
        case .bodyTooLarge: "That’s too much to send at once."
        case .interrupted: "The request was cut off before it was complete. Try again."
        }
    }

    func askOperator(at contact: String) -> String { "Ask the market’s operator: \(contact)" }
    func tellOperator(at contact: String?) -> String {
        contact.map { "Let the market’s operator know: \($0)" } ?? "Let the market’s operator know."
    }

    func text(for sentence: ErrorSentence) -> String {
        switch sentence {
        case .tooManyAttempts(let seconds): "Too many wrong passwords. Try again in \(text(seconds))."
        case .tooManyRequests(let seconds): "Too many requests. Try again in \(text(seconds))."
        case .tooManyReports(let seconds):
            "Your report hasn’t been sent yet: many came from your network just now. Send it again in \(text(seconds))."
        case .contactWithheld(.reserved):
            "This product is reserved, so its contact isn’t shown until the reservation ends."
        case .contactWithheld: "This product is sold, so its contact isn’t shown."
        case .unusableHeader(let name): "The “\(name)” header has an invalid value."
        case .unusableParameter(let name): "The “\(name)” parameter has an invalid value."
        case .bodyTooLarge(let maximum): "That’s too much to send at once. The limit is \(ByteAmount(maximum).text)."
        }
    }

    private func text(_ seconds: Int) -> String {
        switch WaitDuration(seconds: seconds) {
        case .seconds(let count): count == 1 ? "1 second" : "\(count) seconds"
        case .minutes(let count): count == 1 ? "1 minute" : "\(count) minutes"
        case .hours(let count): count == 1 ? "1 hour" : "\(ProductTexts.grouped(count)) hours"
        }
    }

    func sentence(_ problem: LifecycleProblem) -> String {
        switch problem {
        case .unknownState: "The state must be open, reserved, sold, or hidden."
        case .unreadableDay: "Write the day like 2026-11-30."
        case .noteTooLong(let maximum): "The note can have up to \(ProductTexts.grouped(maximum)) characters."
        case .unreadableNote: "The note has characters that can’t be saved. Remove them and try again."
        case .cannotFollow(.expired, _): "This listing has expired. Renew it first."
        case .cannotFollow(.hidden, _): "This product is hidden. Show it again first."
        case .cannotFollow(.sold, _): "This product is sold. Put it up for sale again first."
        case .cannotFollow: "The product can’t change to that status now."
        case .held(.hidden): "The operator has hidden this listing. Only the operator can show it again."
        case .held(.removed): "The operator has removed this listing. Only the operator can show it again."
        case .held(.waiting):
            "This listing waits for approval. Its status can’t change until the operator has approved it."
        case .held(.reports):
            "People have reported this listing. Its status can’t change until the operator has looked at it."
        case .held(.changeAsked):
            "The operator has asked for a change. The status can’t change until the operator has looked at what you changed."
        case .held(.contact): "This listing is hidden because the operator has blocked a contact in it."
        case .held(.blocked): "This listing is hidden because the operator has blocked its seller."
        case .locked: "The operator has locked this listing, so it can’t be changed."
        case .dayInThePast(let today, let zone):
            "Choose today, \(ProductTexts(language: .english).day(today)), or a later day. The market’s time zone is \(zone)."
        case .dayTooFarAhead(let maximum):
            "A product can be reserved for up to \(ProductTexts.grouped(maximum)) days."
        case .cannotRenew: "A sold product can’t be renewed."
        case .notForSale: "Only products for sale can be moved to the top."
        case .bumpedRecently(let days):
            "You can move this to the top again in \(days == 1 ? "1 day" : "\(ProductTexts.grouped(days)) days")."
        }
    }

    func sentence(_ problem: ReportProblem) -> String {
        switch problem {
        case .unknownReason: "Choose a reason."
        case .missingText: "Say what’s wrong."
        case .missingGoodFaith: "To report illegal content, confirm that your report is accurate."
        case .tooLong(_, let maximum): "Use up to \(ProductTexts.grouped(maximum)) characters."
        case .unreadable: "This has characters that can’t be saved. Remove them and try again."
        case .unusableMail: "Write the email like name@example.com."
        }
    }

    func sentence(_ problem: ErrorTexts.BodyProblem) -> String {
        func subject(_ part: String?) -> String { part.map { "The “\($0)” part" } ?? "The request body" }
        return switch problem {
        case .empty(let part): "\(subject(part)) is empty."
        case .invalidJSON(let part, let offset): "\(subject(part)) isn’t valid JSON (at byte \(offset))."
        case .unfinishedJSON(let part): "\(subject(part)) ends in the middle of the JSON."
        case .tooDeepJSON(let part, let maximum):
            "\(subject(part)) is nested too deeply. The limit is \(maximum) levels."
        case .tooLongValue(let part, let key):
            key.map { "The value of “\($0)” is too long." } ?? "\(subject(part)) is too long."
        case .textForObject(let part): "\(subject(part)) must be a JSON object, not a string."
        case .repeatedPart(let part): "Send “\(part)” as a single part."
        case .noBoundary: "The request body has no multipart boundary."
        case .tooMuchBeforeParts: "There’s too much before the first multipart boundary."
        case .tooManyParts(let maximum): "The form has too many parts. The limit is \(ProductTexts.grouped(maximum))."
        case .tooLongPartHeader(let maximum):
            "The header of a part is too long. The limit is \(ByteAmount(maximum).text)."
        }
    }

    func sentence(for image: ErrorTexts.ImageSubject, _ problem: ErrorTexts.ImageProblem) -> String {
        let picture =
            switch image {
            case .picture(let number): "Picture \(number)"
            case .file(let name): "“\(name)”"
            case .logo: "The logo"
            }
        return switch problem {
        case .empty: "\(picture) is empty. Choose another one."
        case .unknownFormat: "\(picture) can’t be opened. Use a JPEG, PNG, GIF, WebP, or HEIC picture."
        case .tooManyBytes(let maximum):
            "\(picture) is too large. Choose one of up to \(ByteAmount(maximum).text)."
        case .tooManyPixels(let width, let height, let maximum):
            "\(picture) is too large (\(ProductTexts.grouped(width)) × \(ProductTexts.grouped(height)) pixels). "
                + "Choose one of up to \(ProductTexts.grouped(maximum / 1_000_000)) megapixels."
        case .tooLongSide(let width, let height, let maximum):
            "\(picture) is too large (\(ProductTexts.grouped(width)) × \(ProductTexts.grouped(height)) pixels). "
                + "Choose one of up to \(ProductTexts.grouped(maximum)) pixels on each side."
        case .tooCostly: "\(picture) can’t be processed. Save it again as a JPEG and choose that one."
        case .damaged: "\(picture) is damaged. Choose another one."
        }
    }

    func sentence(_ field: ListingField, _ reason: ListingProblem.Reason) -> String {
        let subject = subject(field)
        return switch reason {
        case .missing: missing(field)
        case .blank: "\(subject) can’t be just spaces or invisible characters."
        case .tooLong(let maximum) where field == .password:
            // The limit is in bytes; Latin letters and digits take one byte each.
            "\(subject) can have up to \(ProductTexts.grouped(maximum)) letters and digits."
        case .tooLong(let maximum): "\(subject) can have up to \(ProductTexts.grouped(maximum)) characters."
        case .tooShort(let minimum): "\(subject) needs at least \(ProductTexts.grouped(minimum)) characters."
        case .tooCommon: "\(subject) is one of the first that people guess. Choose another one."
        case .unreadableText: "\(subject) has characters that can’t be saved. Remove them and try again."
        case .wrongKind: "\(subject) has a value of the wrong type."
        case .notANumber where field == .keptImages: "\(subject) must have their ids."
        case .notANumber where field == .thumbnail: "\(subject) must be given by its id."
        case .notANumber: "\(subject) must be a number."
        case .ambiguousSeparator:
            "\(subject) can be read in two ways. Write it like 12000, and decimals like 19.99."
        case .negative: "\(subject) can’t be less than zero."
        case .tooLarge: "\(subject) is too high. Enter a lower number."
        case .tooPrecise where field == .price || field == .discount:
            "\(subject) must be whole in won or yen, and have at most two decimals in most other currencies."
        case .tooPrecise: "\(subject) must be a whole number."
        case .fraction: "\(subject) must be a whole number in this market."
        case .unknownCurrency: "\(subject) isn’t accepted in this market. Choose another one."
        case .unknownChoice: "\(subject) isn’t one of the choices. Choose another one."
        case .otherCurrency: "\(subject) isn’t in the currency you chose. Choose the currency first."
        case .discountAbovePrice: "\(subject) can’t be more than the price."
        case .tooFew(let minimum) where field == .images:
            minimum == 1 ? missing(field) : "Add at least \(images(minimum))."
        case .tooFew(let minimum): "\(subject) must be at least \(ProductTexts.grouped(minimum))."
        case .tooMany(let maximum) where field == .images: "You can add up to \(images(maximum))."
        case .tooMany(let maximum): "\(subject) can be at most \(ProductTexts.grouped(maximum))."
        case .outOfBounds(let bounds): "\(subject) must be from \(bounds.lowerBound) to \(bounds.upperBound)."
        case .unknownImage where field == .keptImages: "\(subject) has one that isn’t this product’s."
        case .unknownImage: "\(subject) must be one of this product’s pictures."
        case .blocked where field != .contact: "\(subject) has a contact that can’t be used in this market."
        case .blocked: "This contact can’t be used in this market."
        case .reserved: "\(subject) is taken. Choose another one."
        case .otherName(let name):
            "This browser sells as “\(name)”. Enter that name; only the market’s operator can change it."
        case .repeatedImage: "\(subject) has the same one twice."
        case .unreadableImage: "One of the pictures isn’t valid base64."
        }
    }

    private func missing(_ field: ListingField) -> String {
        let texts = FieldTexts(field, .english)
        return texts.missing ?? "Enter \(texts.subject.prefix(1).lowercased() + texts.subject.dropFirst())."
    }

    private func subject(_ field: ListingField) -> String { FieldTexts(field, .english).subject }
}
