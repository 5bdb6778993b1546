public import MarketModels

/// The fields of the listing form, by the names that they are sent with.
public enum FormField: String, CaseIterable, Sendable {
    case images, name, price, currency, discount, stock, seller, contact, password, descriptions

    /// Where a problem with a listing shows; nil where no field of the form is meant.
    public init?(_ field: ListingProblem.Field) {
        switch field {
        case .name: self = .name
        case .description: self = .descriptions
        case .price: self = .price
        case .currency: self = .currency
        case .discount: self = .discount
        case .stock: self = .stock
        case .secret: self = .password
        case .contact: self = .contact
        case .images, .keptPictures, .thumbnail: self = .images
        case .vendorName: self = .seller
        case .parameters: return nil
        }
    }

    /// How many characters are taken at most; nil where none are counted.
    public var maximumLength: Int? {
        switch self {
        case .name: ListingRules.nameLength.upperBound
        case .descriptions: ListingRules.descriptionLength.upperBound
        case .contact: ListingRules.contactLength.upperBound
        case .seller: ListingRules.vendorNameLength.upperBound
        default: nil
        }
    }
}
