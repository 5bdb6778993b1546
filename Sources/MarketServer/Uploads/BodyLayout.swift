import MarketAPI

/// The layout of a request body that may contain images.
package struct BodyLayout: Sendable {
    /// A field whose value permits what comes after it.
    package struct Condition: Sendable {
        let name: String
        /// The value that the field must have; nil if none will do.
        let value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// The part of a form that has a JSON object of the fields; nil if each is a part of its own.
    var objectPart: String?
    let keys: Set<String>
    /// The keys that may be repeated, as parts of their own.
    var repeatedKeys: Set<String> = []
    /// The names of the parts that are images, and in an object the keys whose strings are base64 images.
    let imageNames: Set<String>
    /// Whether the body may be a JSON object instead of a form.
    let takesObject: Bool
    /// If given, images that come before this field are skipped.
    var imageCondition: Condition?
    /// The size of the whole body; nil for the size of an upload.
    var maximumByteCount: Int?

    /// `POST /api/products`.
    static let listing = BodyLayout(
        objectPart: "params",
        keys: ListingFields.keys,
        imageNames: ItemFields.imageKeys,
        takesObject: false
    )

    /// `PATCH /api/products/{id}`. Images are accepted only in a form.
    static let change = BodyLayout(
        objectPart: "params",
        keys: ListingChangeFields.keys,
        imageNames: ItemFields.imageKeys,
        takesObject: true
    )

    /// `POST /item`, `PATCH /item/{id}`.
    static let item = BodyLayout(
        keys: ItemFields.keys,
        imageNames: ItemFields.imageKeys,
        takesObject: true
    )

    /// A form of a page, with images if they have a condition.
    package static func form(
        keys: Set<String>,
        repeatedKeys: Set<String>,
        imageCondition: Condition? = nil,
        maximumByteCount: Int? = nil
    ) -> BodyLayout {
        BodyLayout(
            keys: keys,
            repeatedKeys: repeatedKeys,
            imageNames: imageCondition == nil ? [] : ["images"],
            takesObject: false,
            imageCondition: imageCondition,
            maximumByteCount: maximumByteCount
        )
    }

    /// The keys of an object whose strings are images.
    var streamedKeys: Set<String> { imageNames.intersection(keys) }
}
