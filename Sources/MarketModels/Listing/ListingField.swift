/// The fields of the forms in which a product is listed and edited, in the order of the form.
///
/// The raw value is the name of the field in forms of the web app.
public enum ListingField: String, CaseIterable, Hashable, Sendable {
    case images, name, category, price, currency, discount, stock, condition, handover, place, seller, contact, password
    case description = "descriptions"

    /// Creates the field at which a form shows a problem, or nil if the problem concerns no field of the form.
    public init?(_ field: ListingProblem.Field) {
        switch field {
        case .name: self = .name
        case .description: self = .description
        case .price: self = .price
        case .currency: self = .currency
        case .discount: self = .discount
        case .stock: self = .stock
        case .category: self = .category
        case .condition: self = .condition
        case .handover: self = .handover
        case .place: self = .place
        case .secret: self = .password
        case .contact: self = .contact
        case .images, .keptImages, .thumbnail: self = .images
        case .vendorName: self = .seller
        case .parameters: return nil
        }
    }

    /// The maximum number of characters, or nil if the field has no such limit.
    public var maximumLength: Int? {
        switch self {
        case .name: ListingRules.nameLength.upperBound
        case .description: ListingRules.descriptionLength.upperBound
        case .contact: ListingRules.contactLength.upperBound
        case .seller: ListingRules.vendorNameLength.upperBound
        case .place: ListingAttributes.placeLength.upperBound
        case .images, .price, .currency, .discount, .stock, .category, .condition, .handover, .password: nil
        }
    }

    /// The corresponding field of ``ListingRules``.
    public var problemField: ListingProblem.Field {
        switch self {
        case .images: .images
        case .name: .name
        case .price: .price
        case .currency: .currency
        case .discount: .discount
        case .stock: .stock
        case .category: .category
        case .condition: .condition
        case .handover: .handover
        case .place: .place
        case .seller: .vendorName
        case .contact: .contact
        case .password: .secret
        case .description: .description
        }
    }
}
