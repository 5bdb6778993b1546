public import MarketModels

/// What a request of the `items` edition asks to list or to change: parts of a form or keys of an object, which have
/// the same names (API.md, “items”).
///
/// An empty text is “not given” everywhere.
public struct ItemFields: Hashable, Sendable {
    /// Where the pictures are: files of a form, or base64 texts of an object.
    public static let pictureKeys: Set<String> = ["images", "images[]"]

    /// What to keep with ``JSONObjectReader``, and the names of the parts that are wanted.
    public static let keys: Set<String> = [
        "id", "title", "descriptions", "description", "price", "currency", "stock", "discounted_price",
        "discountedPrice", "password", "images", "images[]",
    ]

    /// What could be read, for a POST. A field with a problem is nil.
    public let draft: ProductDraft
    /// Nil when none was given.
    public let password: String?
    /// The item that the body names, if it names one: a deletion may.
    public let id: Int64?
    /// Whether there is a key `id`, readable or not.
    public let namesID: Bool
    /// What could not be read, each field once.
    public let problems: [ListingProblem]

    public init(_ values: [String: JSONValue]) {
        var reader = ListingFieldReader(values)
        draft = ProductDraft(
            name: reader.textIfAny(.name, "title"),
            description: reader.textIfAny(.description, "descriptions", "description"),
            price: reader.amount(.price, "price", ifEmpty: nil),
            currency: reader.currency("currency") { $0 == "WON" ? .krw : Currency(rawValue: $0) },
            bargain: reader.bargain(),
            stock: reader.amount(.stock, "stock", ifEmpty: nil)
        )
        password = reader.textIfAny(.secret, "password")
        reader.checkPictureTexts("images", "images[]")
        id = reader.id("id")
        namesID = values["id"] != nil && values["id"] != .null
        problems = reader.problems
    }

    /// The same for a PATCH: what is not given stays, and so does the price that is paid where only the price changes.
    public var patch: ProductPatch {
        ProductPatch(
            name: draft.name,
            description: draft.description,
            price: draft.price,
            currency: draft.currency,
            bargain: draft.bargain,
            keepsBargain: true,
            stock: draft.stock
        )
    }
}
