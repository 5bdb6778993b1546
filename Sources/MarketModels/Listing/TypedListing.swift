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
    /// The name of the category in addresses; empty for none.
    public var category: String
    /// The condition, as ``ItemCondition`` has it; empty if it isn't given.
    public var condition: String
    /// The hand-over, as ``Handover`` has it; empty if it isn't given.
    public var handover: String
    /// The place; empty if it isn't given.
    public var place: String
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
        category: String = "",
        condition: String = "",
        handover: String = "",
        place: String = "",
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
        self.category = category
        self.condition = condition
        self.handover = handover
        self.place = place
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
            category: listing.attributes[.category],
            condition: listing.attributes[.condition],
            handover: listing.attributes[.handover],
            place: listing.attributes[.place],
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
            case .name: name
            case .price: price
            case .currency: currency.rawValue
            case .discount: discount
            case .stock: stock
            case .category: category
            case .condition: condition
            case .handover: handover
            case .place: place
            case .seller: seller
            case .contact: contact
            case .password: password
            case .description: description
            case .images: ""
            }
        }
        set {
            switch field {
            case .name: name = newValue
            case .price: price = newValue
            case .currency: currency = Currency(rawValue: newValue) ?? currency
            case .discount: discount = newValue
            case .stock: stock = newValue
            case .category: category = newValue
            case .condition: condition = newValue
            case .handover: handover = newValue
            case .place: place = newValue
            case .seller: seller = newValue
            case .contact: contact = newValue
            case .password: password = newValue
            case .description: description = newValue
            case .images: return
            }
        }
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
        try TypedAmount.amount(in: self[field], counting: field == .stock ? .pieces : .currency(currency))
    }
}
