internal import Foundation

/// The contents of a listing form, exactly as typed.
public struct TypedListing: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The price before the discount.
    public var price: String
    /// The selected currency.
    public var currency: Currency
    /// The discount.
    public var discount: String
    /// The number of pieces in stock.
    public var stock: String
    /// The texts of ``ListingField/attributes`` that aren't empty.
    public private(set) var attributes: [ListingField: String]
    /// The seller's name.
    public var seller: String
    /// The seller's contact.
    public var contact: String
    /// The password for later edits and deletion.
    public var password: String
    /// The description.
    public var description: String

    /// Creates the contents of a form; by default those of a new listing of one piece, in won.
    public init(
        name: String = "",
        price: String = "",
        currency: Currency = .krw,
        discount: String = "",
        stock: String = "1",
        attributes: [ListingField: String] = [:],
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
        self.attributes = attributes.filter { !$0.value.isEmpty }
        self.seller = seller
        self.contact = contact
        self.password = password
        self.description = description
    }

    /// Creates the contents of a form that shows a listing as it is.
    ///
    /// - Parameters:
    ///   - seller: The name of the product's vendor.
    ///   - contact: The seller's contact; nil if there is none or it isn't known.
    public init(_ listing: Listing, seller: String, contact: String?) {
        self.init(
            name: listing.name,
            price: listing.pricing.price.plainDigits,
            currency: listing.pricing.currency,
            discount: listing.pricing.discount.plainDigits,
            stock: String(listing.stock),
            attributes: Dictionary(
                uniqueKeysWithValues: listing.attributes.given.map { ($0.field, $0.field.text($0.value)) }
            ),
            seller: seller,
            contact: contact ?? "",
            description: listing.description
        )
    }

    /// The text of a field. The currency's text is its code; setting it to an unknown code has no effect. Images have
    /// no text.
    public subscript(field: ListingField) -> String {
        get {
            switch field {
            case .currency: currency.rawValue
            case .images: ""
            default: Self.texts[field].map { self[keyPath: $0] } ?? attributes[field] ?? ""
            }
        }
        set {
            switch field {
            case .currency: currency = Currency(rawValue: newValue) ?? currency
            case .images: return
            default:
                if let text = Self.texts[field] {
                    self[keyPath: text] = newValue
                } else {
                    attributes[field] = newValue.isEmpty ? nil : newValue
                }
            }
        }
    }

    private static var texts: [ListingField: WritableKeyPath<TypedListing, String>] {
        [
            .name: \.name, .price: \.price, .discount: \.discount, .stock: \.stock, .seller: \.seller,
            .contact: \.contact, .password: \.password, .description: \.description,
        ]
    }

    /// Returns the number of characters in a field, counted as the market counts them: Unicode scalars after
    /// composition (NFC).
    public func length(of field: ListingField) -> Int {
        self[field].precomposedStringWithCanonicalMapping.unicodeScalars.count
    }

    /// Reads a field that holds a number: ``ListingField/price``, ``ListingField/discount`` or ``ListingField/stock``.
    ///
    /// - Returns: nil for an empty field.
    /// - Throws: The reason why the text isn't such a number.
    public func amount(_ field: ListingField) throws(ListingProblem.Reason) -> DecimalAmount? {
        switch field {
        case .price: try TypedAmount.price(in: price, counting: .currency(currency))
        case .stock: try TypedAmount.amount(in: stock, counting: .pieces)
        default: try TypedAmount.amount(in: self[field], counting: .currency(currency))
        }
    }
}
