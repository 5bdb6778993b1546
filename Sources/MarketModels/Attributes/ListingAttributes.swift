/// What a listing is, beside its name, its description and its price. Every attribute is optional.
///
/// This file is the one place for the names, bounds and defaults of these fields. The default of each is “not given”:
/// such a listing is stored, sent and shown as if the field didn't exist.
public struct ListingAttributes: Hashable, Sendable {
    /// No attribute is given.
    public static let none = ListingAttributes()
    /// The length of a place, counted as for ``ListingRules/nameLength``.
    public static let placeLength = 0...60
    /// The maximum length of the name that a category has in addresses, in characters.
    public static let maximumCategoryLength = 40

    /// The fields that forms show for the attributes, in their order. The raw values are the keys on the wire, the
    /// columns of imported files and the fields of forms.
    public static let fields: [ListingField] = [.category, .condition, .handover, .place]

    /// The condition, or nil if it isn't given.
    public let condition: ItemCondition?
    /// How the buyer gets the thing, or nil if it isn't given.
    public let handover: Handover?
    /// Where the thing is, as the seller wrote it, 0 to 60 characters; empty if it isn't given.
    public let place: String
    /// The name that the category has in addresses, as ``Category/slug``, or nil for none.
    public let category: String?

    /// Creates attributes without checking them, as ``Listing``.
    public init(
        condition: ItemCondition? = nil,
        handover: Handover? = nil,
        place: String = "",
        category: String? = nil
    ) {
        self.condition = condition
        self.handover = handover
        self.place = place
        self.category = category
    }

    /// The text of an attribute in forms and on the wire; empty if it isn't given, and for all other fields.
    public subscript(field: ListingField) -> String {
        switch field {
        case .condition: condition?.rawValue ?? ""
        case .handover: handover?.rawValue ?? ""
        case .place: place
        case .category: category ?? ""
        default: ""
        }
    }
}
