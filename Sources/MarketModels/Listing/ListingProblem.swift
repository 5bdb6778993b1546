/// One thing that is wrong with what somebody asks to list or to change.
public struct ListingProblem: Error, Hashable, Sendable {
    /// The field, by the name it has on the wire of the `training` edition, in the order in which fields are reported.
    public enum Field: String, CaseIterable, Sendable {
        case parameters = "params"
        case name
        case description = "descriptions"
        case price, currency
        case discount = "discounted_price"
        case stock, secret, contact, images
        case keptPictures = "image_ids"
        case thumbnail = "thumbnail_id"
        case vendorName = "vendor-name"
    }

    public enum Reason: Error, Hashable, Sendable {
        /// Needed and not given.
        case missing
        /// Nothing but white space.
        case blank
        /// More characters (for the secret: bytes of UTF-8) than the bound.
        case tooLong(maximum: Int)
        /// Characters that no text may have: NUL, half a surrogate pair, more than 30 combining marks in a row.
        case unreadableText
        /// A name that belongs to somebody else.
        case reserved
        /// Not of the kind that belongs there: a word where a number belongs, an array where a text belongs.
        case wrongKind
        case notANumber
        case negative
        /// Above 2^53−1.
        case tooLarge
        /// A fraction of a currency's smallest unit, or of a piece.
        case tooPrecise
        /// A fraction of a whole unit, in a market of whole prices.
        case fraction
        /// None that can be listed in here.
        case unknownCurrency
        /// An amount that names another currency than the one that was chosen: `$20` among won.
        case otherCurrency
        case discountAbovePrice
        case tooFew(minimum: Int)
        case tooMany(maximum: Int)
        /// No picture of this product.
        case unknownPicture
        /// The same picture more than once.
        case repeatedPicture
        /// Not base64, where a picture comes as text.
        case unreadablePicture
    }

    public let field: Field
    public let reason: Reason

    public init(_ field: Field, _ reason: Reason) {
        self.field = field
        self.reason = reason
    }
}

/// Everything that is wrong with a request, in the order of its fields; never empty.
public struct ListingProblems: Error, Hashable, Sendable {
    public let all: [ListingProblem]

    public init(_ first: ListingProblem, _ others: [ListingProblem] = []) {
        all = ([first] + others).inFieldOrder()
    }

    /// - Returns: nil when there is nothing wrong.
    public init?(_ problems: [ListingProblem]) {
        guard !problems.isEmpty else { return nil }
        all = problems.inFieldOrder()
    }
}

extension [ListingProblem] {
    fileprivate func inFieldOrder() -> [ListingProblem] {
        ListingProblem.Field.allCases.flatMap { field in filter { $0.field == field } }
    }
}
