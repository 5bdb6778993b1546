public import MarketModels

/// The fields of a PATCH: its JSON body, or the object in the part `params` (API.md, “training” and “Extensions”).
public struct ListingChangeFields: Hashable, Sendable {
    /// The keys to keep with ``JSONObjectReader``.
    public static let keys = ListingFields.keys.union(["thumbnail_id", "thumbnailId", "image_ids"])

    /// The fields that could be read. A field with a problem is nil.
    public let patch: ProductPatch
    /// The secret, or nil if none was given.
    public let secret: String?
    /// The images to keep, in order (an extension), or nil if none were named.
    public let images: [ProductImage.ID]?
    /// The fields that could not be read, each reported once. Pass them to `ListingRules.apply(_:to:after:)`.
    public let problems: [ListingProblem]

    /// Reads the fields. An empty text counts as “not given” for a number, a currency or an id, and as an empty name
    /// for the name.
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
            attributes: reader.attributes(),
            thumbnail: reader.imageID(.thumbnail, "thumbnail_id", "thumbnailId")
        )
        secret = reader.text(.password, "secret")
        images = reader.imageIDs(.keptImages, "image_ids")
        problems = reader.problems
    }
}
