/// What somebody asks to list, as it was read and before anything is checked. Nil means “not given”.
public struct ProductDraft: Hashable, Sendable {
    public var name: String?
    public var description: String?
    public var price: DecimalAmount?
    public var currency: Currency?
    /// The amount off; not given means none.
    public var discount: DecimalAmount?
    /// What is to be paid, instead of the amount off.
    public var bargain: BargainWish?
    /// Pieces; not given means none.
    public var stock: DecimalAmount?
    public var contact: String?

    public init(
        name: String? = nil,
        description: String? = nil,
        price: DecimalAmount? = nil,
        currency: Currency? = nil,
        discount: DecimalAmount? = nil,
        bargain: BargainWish? = nil,
        stock: DecimalAmount? = nil,
        contact: String? = nil
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discount = discount
        self.bargain = bargain
        self.stock = stock
        self.contact = contact
    }
}

/// A discount said as the price that is to be paid (API.md, “items”: 165 → 160).
public struct BargainWish: Hashable, Sendable {
    public let amount: DecimalAmount
    /// Whether it counts as not given where it can't be: above the price, or no amount of the currency.
    public let isPassedOverIfUnusable: Bool

    public init(_ amount: DecimalAmount, isPassedOverIfUnusable: Bool = false) {
        self.amount = amount
        self.isPassedOverIfUnusable = isPassedOverIfUnusable
    }
}

/// What somebody asks to change: nil means “leave as it is”. An empty contact takes the contact away.
public struct ProductPatch: Hashable, Sendable {
    public var name: String?
    public var description: String?
    public var price: DecimalAmount?
    public var currency: Currency?
    public var discount: DecimalAmount?
    /// What is to be paid, instead of the amount off.
    public var bargain: BargainWish?
    /// What stays when only the price changes: what is paid, unless the price is below it, or otherwise the amount off.
    /// Of a product without a discount neither does.
    public var keepsBargain = false
    public var stock: DecimalAmount?
    public var contact: String?
    /// Which of the product's pictures stands for it in lists.
    public var thumbnail: Picture.ID?

    public init(
        name: String? = nil,
        description: String? = nil,
        price: DecimalAmount? = nil,
        currency: Currency? = nil,
        discount: DecimalAmount? = nil,
        bargain: BargainWish? = nil,
        keepsBargain: Bool = false,
        stock: DecimalAmount? = nil,
        contact: String? = nil,
        thumbnail: Picture.ID? = nil
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discount = discount
        self.bargain = bargain
        self.keepsBargain = keepsBargain
        self.stock = stock
        self.contact = contact
        self.thumbnail = thumbnail
    }

    /// Whether nothing is to be changed: then a write is only a check of the secret.
    public var isEmpty: Bool { self == ProductPatch(keepsBargain: keepsBargain) }
}
