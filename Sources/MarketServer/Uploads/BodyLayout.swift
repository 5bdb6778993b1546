import MarketAPI

/// How the body of a request that may bring pictures is laid out.
struct BodyLayout: Sendable {
    /// Where a form has its fields.
    enum Fields: Sendable {
        /// In one part that is a JSON object.
        case objectInPart(String)
        /// Each in a part of its own name.
        case ownParts
    }

    let fields: Fields
    /// The fields that are wanted.
    let keys: Set<String>
    /// Those of them that may come more than once, as parts of their own.
    var repeatedKeys: Set<String> = []
    /// The parts that are pictures, and in an object the keys whose texts are pictures as base64.
    let pictureNames: Set<String>
    /// Whether an object may come instead of a form.
    let takesObject: Bool

    /// `POST /api/products`.
    static let listing = BodyLayout(
        fields: .objectInPart("params"),
        keys: ListingFields.keys,
        pictureNames: ItemFields.pictureKeys,
        takesObject: false
    )

    /// `PATCH /api/products/{id}`: pictures come only in a form.
    static let change = BodyLayout(
        fields: .objectInPart("params"),
        keys: ListingChangeFields.keys,
        pictureNames: ItemFields.pictureKeys,
        takesObject: true
    )

    /// `POST /item`, `PATCH /item/{id}`.
    static let item = BodyLayout(
        fields: .ownParts,
        keys: ItemFields.keys,
        pictureNames: ItemFields.pictureKeys,
        takesObject: true
    )

    /// The keys of an object whose texts are pictures.
    var streamedKeys: Set<String> { pictureNames.intersection(keys) }
}
