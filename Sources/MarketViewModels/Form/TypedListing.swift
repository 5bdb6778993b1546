import Foundation
import MarketAPI
public import MarketModels

/// What stands in the fields of a listing form, just as it was typed.
public struct TypedListing: Hashable, Sendable {
    public var name: String
    public var price: String
    public var currency: Currency
    /// The amount off.
    public var discount: String
    public var stock: String
    public var seller: String
    public var contact: String
    public var password: String
    public var description: String

    public init(
        name: String = "",
        price: String = "",
        currency: Currency = .krw,
        discount: String = "",
        stock: String = "1",
        seller: String = "",
        contact: String = "",
        password: String = "",
        description: String = ""
    ) {
        self.name = name
        self.price = price
        self.currency = currency
        self.discount = discount
        self.stock = stock
        self.seller = seller
        self.contact = contact
        self.password = password
        self.description = description
    }

    /// What a product says now.
    ///
    /// - Parameter contact: nil where it is not known.
    init(_ product: DetailedProduct, contact: String?) {
        let listing = product.listing
        self.init(
            name: listing.name,
            price: listing.pricing.price.plainDigits,
            currency: listing.pricing.currency,
            discount: listing.pricing.discount.plainDigits,
            stock: String(listing.stock),
            seller: product.vendor.name,
            contact: contact ?? "",
            description: listing.description
        )
    }

    /// A field's text. The currency's is its code, and one that is none leaves it as it is; pictures have no text.
    public subscript(field: ListingField) -> String {
        get {
            switch field {
            case .name: name
            case .price: price
            case .currency: currency.rawValue
            case .discount: discount
            case .stock: stock
            case .seller: seller
            case .contact: contact
            case .password: password
            case .description: description
            case .pictures: ""
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
            case .password: password = newValue
            case .description: description = newValue
            case .pictures: return
            }
        }
    }

    /// How many characters a field has, counted as the market counts them: Unicode scalars after composition (NFC).
    public func length(of field: ListingField) -> Int {
        self[field].precomposedStringWithCanonicalMapping.unicodeScalars.count
    }
}
