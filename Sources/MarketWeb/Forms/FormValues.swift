public import MarketModels

/// What stands in the fields of the listing form, as it was typed.
public struct FormValues: Hashable, Sendable {
    public var name: String
    public var price: String
    public var currency: Currency
    public var discount: String
    public var stock: String
    public var seller: String
    public var contact: String
    public var descriptions: String

    public init(
        name: String = "",
        price: String = "",
        currency: Currency = .krw,
        discount: String = "",
        stock: String = "1",
        seller: String = "",
        contact: String = "",
        descriptions: String = ""
    ) {
        self.name = name
        self.price = price
        self.currency = currency
        self.discount = discount
        self.stock = stock
        self.seller = seller
        self.contact = contact
        self.descriptions = descriptions
    }

    /// What a product says now.
    public init(of product: Product, contact: String?) {
        let listing = product.listing
        self.init(
            name: listing.name,
            price: listing.pricing.price.plainDigits,
            currency: listing.pricing.currency,
            discount: listing.pricing.discount.plainDigits,
            stock: String(listing.stock),
            seller: product.vendor.name,
            contact: contact ?? "",
            descriptions: listing.description
        )
    }

    /// A field's text. The currency's is its code, and one that is none leaves it as it is; pictures have no text, and
    /// a password is never shown again.
    public subscript(field: FormField) -> String {
        get {
            switch field {
            case .name: name
            case .price: price
            case .currency: currency.rawValue
            case .discount: discount
            case .stock: stock
            case .seller: seller
            case .contact: contact
            case .descriptions: descriptions
            case .images, .password: ""
            }
        }
        set {
            switch field {
            case .name: name = newValue
            case .price: price = newValue
            case .currency: currency = Currency(rawValue: newValue) ?? currency
            case .discount: discount = newValue
            case .stock: stock = newValue
            case .seller: seller = newValue
            case .contact: contact = newValue
            case .descriptions: descriptions = newValue
            case .images, .password: return
            }
        }
    }
}
