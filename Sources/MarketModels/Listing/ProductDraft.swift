/// The values of a new listing as they were read, before they are checked. Nil means “not given”.
public struct ProductDraft: Hashable, Sendable {
    /// The name.
    public var name: String?
    /// The description.
    public var description: String?
    /// The price before the discount.
    public var price: DecimalAmount?
    /// The currency of the price and the discount.
    public var currency: Currency?
    /// The discount; nil means none.
    public var discount: DecimalAmount?
    /// The sale price, given instead of the discount.
    public var salePrice: RequestedSalePrice?
    /// The number of pieces in stock; nil means 0.
    public var stock: DecimalAmount?
    /// The seller's contact.
    public var contact: String?
    /// The texts of ``ListingField/attributes``; empty for what isn't given.
    public var attributes: [ListingField: String]

    /// Creates a draft with the given values.
    public init(
        name: String? = nil,
        description: String? = nil,
        price: DecimalAmount? = nil,
        currency: Currency? = nil,
        discount: DecimalAmount? = nil,
        salePrice: RequestedSalePrice? = nil,
        stock: DecimalAmount? = nil,
        contact: String? = nil,
        attributes: [ListingField: String] = [:]
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discount = discount
        self.salePrice = salePrice
        self.stock = stock
        self.contact = contact
        self.attributes = attributes
    }
}

/// A discount expressed as the sale price (API.md, “items”: 165 → 160).
public struct RequestedSalePrice: Hashable, Sendable {
    /// The sale price.
    public let amount: DecimalAmount
    /// Whether an unusable value counts as “not given”: one above the price, or not an amount of the currency.
    public let isIgnoredIfInvalid: Bool

    /// Creates a requested sale price.
    public init(_ amount: DecimalAmount, isIgnoredIfInvalid: Bool = false) {
        self.amount = amount
        self.isIgnoredIfInvalid = isIgnoredIfInvalid
    }
}

/// The changes of an edit. Nil means “unchanged”; an empty contact removes the contact.
public struct ProductPatch: Hashable, Sendable {
    /// The name.
    public var name: String?
    /// The description.
    public var description: String?
    /// The price before the discount.
    public var price: DecimalAmount?
    /// The currency of the price and the discount.
    public var currency: Currency?
    /// The discount.
    public var discount: DecimalAmount?
    /// The sale price, given instead of the discount.
    public var salePrice: RequestedSalePrice?
    /// Whether an edit of only the price keeps the sale price rather than the discount. A price below the sale price
    /// ends the discount. Without a discount this has no effect.
    public var keepsSalePrice = false
    /// The number of pieces in stock.
    public var stock: DecimalAmount?
    /// The seller's contact; empty removes it.
    public var contact: String?
    /// The texts of ``ListingField/attributes`` that change; empty to remove one.
    public var attributes: [ListingField: String]
    /// The image that represents the product in lists, one of its own.
    public var thumbnail: ProductImage.ID?

    /// Creates a patch with the given changes.
    public init(
        name: String? = nil,
        description: String? = nil,
        price: DecimalAmount? = nil,
        currency: Currency? = nil,
        discount: DecimalAmount? = nil,
        salePrice: RequestedSalePrice? = nil,
        keepsSalePrice: Bool = false,
        stock: DecimalAmount? = nil,
        contact: String? = nil,
        attributes: [ListingField: String] = [:],
        thumbnail: ProductImage.ID? = nil
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discount = discount
        self.salePrice = salePrice
        self.keepsSalePrice = keepsSalePrice
        self.stock = stock
        self.contact = contact
        self.attributes = attributes
        self.thumbnail = thumbnail
    }

    /// Whether the patch changes nothing. Sending it then only checks the secret.
    public var isEmpty: Bool { self == ProductPatch(keepsSalePrice: keepsSalePrice) }
}

/// A requested discount, before it has been checked.
indirect enum RequestedReduction {
    /// A discount by an amount.
    case by(DecimalAmount)
    /// A discount down to a sale price. `otherwise` applies if the sale price is unusable and may be ignored.
    case to(RequestedSalePrice, otherwise: RequestedReduction = .by(.zero))
}
