public import MarketModels

/// What a PATCH asks to change: its JSON body, or the object in the part `params` (API.md, “training” and
/// “Extensions”).
public struct ListingChangeFields: Hashable, Sendable {
    /// What to keep with ``JSONObjectReader``.
    public static let keys = ListingFields.keys.union(["thumbnail_id", "thumbnailId", "image_ids"])

    /// What could be read. A field with a problem is nil.
    public let patch: ProductPatch
    /// Nil when none was given.
    public let secret: String?
    /// The pictures to keep, in order (an extension); nil when none were named.
    public let pictures: [Picture.ID]?
    /// What could not be read, each field once: to be handed on to `ListingRules.apply(_:to:after:)`.
    public let problems: [ListingProblem]

    /// An empty text is “not given” where a number, a currency or an id belongs; as a name it is an empty name.
    public init(_ values: [String: JSONValue]) {
        var reader = ListingFieldReader(values)
        patch = ProductPatch(
            name: reader.text(.name, "name"),
            description: reader.text(.description, "descriptions", "description"),
            price: reader.amount(.price, "price", ifEmpty: nil),
            currency: reader.currency("currency"),
            discount: reader.amount(.discount, "discounted_price", "discountedPrice", ifEmpty: nil),
            stock: reader.amount(.stock, "stock", ifEmpty: nil),
            contact: reader.text(.contact, "contact"),
            thumbnail: reader.pictureID(.thumbnail, "thumbnail_id", "thumbnailId")
        )
        secret = reader.text(.secret, "secret")
        pictures = reader.pictureIDs(.keptPictures, "image_ids")
        problems = reader.problems
    }
}
