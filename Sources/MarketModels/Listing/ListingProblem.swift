/// A problem with one field of a new listing or an edit.
public struct ListingProblem: Error, Hashable, Sendable {
    /// The reasons why a field is rejected. A new one also belongs in `FormSentences` if scripts find it before a form is sent.
    public enum Reason: Error, Hashable, Sendable {
        /// A required value is missing.
        case missing
        /// The text contains only white space.
        case blank
        /// The text has more characters (for the secret: bytes of UTF-8) than the maximum.
        case tooLong(maximum: Int)
        /// The new password has fewer characters than the minimum.
        case tooShort(minimum: Int)
        /// The new password is one of those that people guess first.
        case tooCommon
        /// The text contains characters that are not allowed: NUL, half a surrogate pair, more than 30 combining marks
        /// in a row.
        case unreadableText
        /// The operator has blocked the contact.
        case blocked
        /// The name belongs to another vendor.
        case reserved
        /// The seller lists under this name, not under the one in the form.
        case otherName(String)
        /// The value has the wrong type: a text instead of a number, an array instead of a text.
        case wrongKind
        /// The text is not a number.
        case notANumber
        /// The separators in the number can be read in two ways: `12.000`, `19,99`.
        case ambiguousSeparator
        /// The number is negative.
        case negative
        /// The number is above 2^53−1.
        case tooLarge
        /// The number has a fraction of the currency's smallest unit, or of a piece.
        case tooPrecise
        /// The price has a fraction of a whole unit, and the market accepts only whole prices.
        case fraction
        /// The market doesn't accept listings in this currency.
        case unknownCurrency
        /// The value is none of those that the field can have.
        case unknownChoice
        /// The number is outside of the field's bounds.
        case outOfBounds(ClosedRange<Int64>)
        /// The amount names another currency than the selected one: `$20` for a price in won.
        case otherCurrency
        /// The discount is above the price.
        case discountAbovePrice
        /// There are fewer images than the minimum.
        case tooFew(minimum: Int)
        /// There are more images than the maximum.
        case tooMany(maximum: Int)
        /// The image doesn't belong to this product.
        case unknownImage
        /// The same image is named more than once.
        case repeatedImage
        /// The image, sent as text, is not base64.
        case unreadableImage
    }

    /// The rejected field.
    public let field: ListingField
    /// Why the field was rejected.
    public let reason: Reason

    /// Creates a problem.
    public init(_ field: ListingField, _ reason: Reason) {
        self.field = field
        self.reason = reason
    }
}

/// All problems of a request, in the order of its fields; never empty.
public struct ListingProblems: Error, Hashable, Sendable {
    /// The problems in the order of their fields.
    public let all: [ListingProblem]

    /// Creates problems, sorted by field.
    public init(_ first: ListingProblem, _ others: [ListingProblem] = []) {
        all = ([first] + others).inFieldOrder()
    }

    /// Creates problems, sorted by field, or nil if the array is empty.
    public init?(_ problems: [ListingProblem]) {
        guard !problems.isEmpty else { return nil }
        all = problems.inFieldOrder()
    }
}

extension [ListingProblem] {
    fileprivate func inFieldOrder() -> [ListingProblem] {
        ListingField.reported.flatMap { field in filter { $0.field == field } }
    }
}
