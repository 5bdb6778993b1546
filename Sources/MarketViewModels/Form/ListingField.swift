public import MarketModels

/// The fields of the forms in which a product is listed and edited, in the order in which they stand there.
public enum ListingField: CaseIterable, Hashable, Sendable {
    case pictures, name, price, currency, discount, stock, seller, contact, password, description

    /// Where a problem with a listing shows; nil where no field of the form is meant.
    public init?(_ field: ListingProblem.Field) {
        switch field {
        case .name: self = .name
        case .description: self = .description
        case .price: self = .price
        case .currency: self = .currency
        case .discount: self = .discount
        case .stock: self = .stock
        case .secret: self = .password
        case .contact: self = .contact
        case .images, .keptPictures, .thumbnail: self = .pictures
        case .vendorName: self = .seller
        case .parameters: return nil
        }
    }

    /// How many characters the market takes at most; nil where none are counted.
    public var maximumLength: Int? {
        switch self {
        case .name: ListingRules.nameLength.upperBound
        case .description: ListingRules.descriptionLength.upperBound
        case .contact: ListingRules.contactLength.upperBound
        case .seller: ListingRules.vendorNameLength.upperBound
        case .pictures, .price, .currency, .discount, .stock, .password: nil
        }
    }

    /// The field that the rules know, where they know one.
    var problemField: ListingProblem.Field {
        switch self {
        case .pictures: .images
        case .name: .name
        case .price: .price
        case .currency: .currency
        case .discount: .discount
        case .stock: .stock
        case .seller: .vendorName
        case .contact: .contact
        case .password: .secret
        case .description: .description
        }
    }
}
