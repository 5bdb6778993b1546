public import MarketModels

/// The fields of a listing or an edit in the `items` edition: parts of a form or keys of an object, which have the
/// same names (API.md, “items”).
///
/// An empty text counts as “not given” for every field.
public struct ItemFields: Hashable, Sendable {
    /// The keys of the images: files in a form, base64 texts in an object.
    public static let imageKeys: Set<String> = ["images", "images[]"]

    /// The keys to keep with ``JSONObjectReader``, and the names of the form parts to read.
    public static let keys: Set<String> = [
        "id", "title", "descriptions", "description", "price", "currency", "stock", "discounted_price",
        "discountedPrice", "password", "images", "images[]",
    ]

    /// The fields that could be read, for a POST. A field with a problem is nil.
    public let draft: ProductDraft
    /// The password, or nil if none was given.
    public let password: String?
    /// The item that the body names, if any; the body of a deletion may name one.
    public let id: Int64?
    /// Whether there is a key `id`, readable or not.
    public let namesID: Bool
    /// The fields that could not be read, each reported once.
    public let problems: [ListingProblem]

    /// Reads the fields from JSON values, or from form parts converted to JSON texts.
    public init(_ values: [String: JSONValue]) {
        var reader = ListingFieldReader(values)
        draft = ProductDraft(
            name: reader.textIfAny(.name, "title"),
            description: reader.textIfAny(.description, "descriptions", "description"),
            price: reader.amount(.price, "price", ifEmpty: nil),
            currency: reader.currency("currency") { $0 == "WON" ? .krw : Currency(rawValue: $0) },
            salePrice: reader.salePrice(),
            stock: reader.amount(.stock, "stock", ifEmpty: nil)
        )
        password = reader.textIfAny(.password, "password")
        reader.checkImageTexts("images", "images[]")
        id = reader.id("id")
        namesID = values["id"] != nil && values["id"] != .null
        problems = reader.problems
    }

    /// The same fields for a PATCH. Fields that were not given stay unchanged; if only the price changes, the sale
    /// price stays unchanged, too.
    public var patch: ProductPatch {
        ProductPatch(
            name: draft.name,
            description: draft.description,
            price: draft.price,
            currency: draft.currency,
            salePrice: draft.salePrice,
            keepsSalePrice: true,
            stock: draft.stock
        )
    }
}
