public import MarketModels

/// What a POST asks to list: the object in the part `params` (API.md, “training”).
public struct ListingFields: Hashable, Sendable {
    /// What to keep with ``JSONObjectReader``.
    public static let keys: Set<String> = [
        "name", "descriptions", "description", "price", "currency", "discounted_price", "discountedPrice", "stock",
        "secret", "contact",
    ]

    /// What could be read. A field with a problem is nil.
    public let draft: ProductDraft
    /// Nil when none was given.
    public let secret: String?
    /// What could not be read, each field once: to be handed on to `ListingRules.check(_:after:)` and
    /// `ListingRules.check(secret:after:)`, which then say nothing more about these fields.
    public let problems: [ListingProblem]

    /// An empty text is 0 where a number belongs (API.md, “Rules for every edition”), and “not given” as a currency.
    public init(_ values: [String: JSONValue]) {
        var reader = ListingFieldReader(values)
        draft = ProductDraft(
            name: reader.text(.name, "name"),
            description: reader.text(.description, "descriptions", "description"),
            price: reader.amount(.price, "price", ifEmpty: .zero),
            currency: reader.currency("currency"),
            discount: reader.amount(.discount, "discounted_price", "discountedPrice", ifEmpty: .zero),
            stock: reader.amount(.stock, "stock", ifEmpty: .zero),
            contact: reader.text(.contact, "contact")
        )
        secret = reader.text(.secret, "secret")
        problems = reader.problems
    }
}
