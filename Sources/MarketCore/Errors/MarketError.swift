internal import Foundation
public import MarketModels

/// An error of the market: what a use case refuses, and what a port fails with.
///
/// Each store makes it where it runs a statement, from what its engine says. Nobody on the way to the client converts it.
public enum MarketError: Error, Hashable, Sendable {
    /// No product has ever had this id.
    case unknownProduct
    /// No vendor has this id.
    case unknownVendor
    /// The product has been deleted by its seller, or only its seller may see it.
    case deletedProduct
    /// The operator has removed the product, which isn't there any more.
    case removedProduct
    /// The operator hides the product, reports do, or it waits for approval: only its seller may see it.
    case heldProduct(Product.ID, ListingHold.Kind)
    /// The listing can't take a state, be renewed or be bumped; nothing was changed.
    case lifecycle(LifecycleProblem)
    /// The product's contact isn't shown in its state: reserved or sold.
    case contactWithheld(ListingState.Kind)
    /// The request violates the listing rules; nothing was changed.
    case invalid(ListingProblems)
    /// The report isn't complete or can't be stored; nothing was stored.
    case invalidReport(ReportProblems)
    /// Something about operators, or about what they do, isn't possible; nothing was changed.
    case operators(OperatorProblem)
    /// One of the uploads, counted from 0, can't be used as an image.
    case unusableImage(index: Int, ImageError)
    case wrongSecret
    /// The right to change the product's state is unknown, revoked, for another product, or doesn't permit this.
    case invalidRight
    /// Too many wrong secrets were presented recently.
    case tooManyAttempts(retryAfterSeconds: Int)
    /// The rate limit of the client, or of all clients together, is exceeded.
    case tooManyRequests(retryAfterSeconds: Int)
    /// The request to write carries no vendor identifier.
    case missingIdentifier
    /// Registration is closed and the identifier is unknown.
    case registrationClosed
    case vendorBlocked
    /// The delete token is unknown, spent, expired or for another product.
    case invalidToken
    /// The product was changed by another request in the meantime; the value is its current state.
    case versionConflict(Product)
    /// A request with the same key is being processed.
    case requestInFlight
    /// The key was used before for a request with different content; the value is the product that it listed.
    case keyReused(Product.ID)
    /// The server is overloaded.
    case busy
    /// The read was aborted because it took too long; `reading` says for logs what was read.
    case tooSlow(reading: String)
    /// The client has disconnected, or sent too slowly.
    case interrupted
    case storageFull
    /// The requested data is stored but can't be read completely; `reason` is for logs.
    case damaged(reason: String)
    /// The stored data is damaged, so writes are refused; `reason` is for logs.
    case readOnly(reason: String)
    /// A component of the market doesn't work; `reason` is for logs.
    case unavailable(reason: String)
    /// The server of the database can't be reached, and nothing was stored; `reason` is for logs.
    case unreachable(reason: String)
    /// The request may have been carried out or not; `reason` is for logs.
    case outcomeUnknown(reason: String)
}

extension MarketError {
    /// Whether there is no such product or vendor, or none that everybody may see.
    public var isAbsence: Bool {
        switch self {
        case .unknownProduct, .unknownVendor, .deletedProduct, .removedProduct, .heldProduct: true
        default: false
        }
    }
}

extension MarketError: CustomStringConvertible {
    /// A sentence for logs. What clients are told is in the texts of each language.
    public var description: String {
        switch self {
        case .unknownProduct: "there is no such product"
        case .unknownVendor: "there is no such vendor"
        case .deletedProduct: "the product was deleted"
        case .removedProduct: "the operator has removed the product"
        case .heldProduct: "the product is hidden by the operator or by reports, or waits for approval"
        case .lifecycle: "the product can't take that state"
        case .contactWithheld: "the contact isn't shown in this state"
        case .invalid: "the request breaks the rules of listings"
        case .invalidReport: "the report isn't complete"
        case .operators: "the operator can't do that"
        case .unusableImage(let index, let error): "image \(index + 1) can't be used: \(error)"
        case .wrongSecret: "the password is wrong"
        case .invalidRight: "the right doesn't permit this"
        case .tooManyAttempts: "there were too many wrong passwords"
        case .tooManyRequests: "there were too many requests"
        case .missingIdentifier: "the request names no vendor"
        case .registrationClosed: "registration is closed"
        case .vendorBlocked: "the vendor is blocked"
        case .invalidToken: "the delete token isn't valid"
        case .versionConflict: "the product was changed in the meantime"
        case .requestInFlight: "a request with the same key is being processed"
        case .keyReused: "the key was used for another request"
        case .busy: "the server is overloaded"
        case .tooSlow(let reading): "a read was cancelled because it took too long: \(reading)"
        case .interrupted: "the client has disconnected"
        case .storageFull: "the disk is full"
        case .damaged(let reason), .readOnly(let reason), .unavailable(let reason), .unreachable(let reason),
            .outcomeUnknown(let reason):
            reason
        }
    }
}

extension Error {
    /// What went wrong, for logs and for operators: our own errors describe themselves in words, and those of Foundation and of
    /// Swift's decoders do elsewhere.
    package var explanation: String {
        switch self {
        case let error as DecodingError: error.place
        case let error as CocoaError:
            (error.underlying as? POSIXError).map { SystemError(number: $0.code.rawValue).description }
                ?? error.localizedDescription
        default: "\(self)"
        }
    }
}

extension DecodingError {
    fileprivate var place: String {
        let (context, key): (Context, (any CodingKey)?) =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            case .keyNotFound(let key, let context): (context, key)
            @unknown default: (Context(codingPath: [], debugDescription: "it can't be decoded"), nil)
            }
        let path = (context.codingPath + [key].compactMap(\.self)).map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
