public import MarketModels

/// The fields of a POST: the object in the part `params` (API.md, “training”).
public struct ListingFields: Hashable, Sendable {
    /// The keys to keep with ``JSONObjectReader``.
    public static let keys: Set<String> = Set(
        [
            "name", "descriptions", "description", "price", "currency", "discounted_price", "discountedPrice", "stock",
            "secret", "contact",
        ] + ListingField.attributes.map(\.key)
    )

    /// The fields that could be read. A field with a problem is nil.
    public let draft: ProductDraft
    /// The secret, or nil if none was given.
    public let secret: String?
    /// The fields that could not be read, each reported once. Pass them to `ListingRules.check(_:after:)` and
    /// `ListingRules.check(secret:after:)`, which then don't report these fields again.
    public let problems: [ListingProblem]

    /// Reads the fields. An empty text counts as 0 for a number (API.md, “Rules for every edition”), and as “not given”
    /// for the currency.
    public init(_ values: [String: JSONValue]) {
        var reader = ListingFieldReader(values)
        draft = ProductDraft(
            name: reader.text(.name, "name"),
            description: reader.text(.description, "descriptions", "description"),
            price: reader.amount(.price, "price", ifEmpty: .zero),
            currency: reader.currency("currency"),
            discount: reader.amount(.discount, "discounted_price", "discountedPrice", ifEmpty: .zero),
            stock: reader.amount(.stock, "stock", ifEmpty: .zero),
            contact: reader.text(.contact, "contact"),
            attributes: reader.attributes()
        )
        secret = reader.text(.password, "secret")
        problems = reader.problems
    }
}
