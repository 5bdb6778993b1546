/// What somebody asks to list, as it was read and before anything is checked. Nil means “not given”.
public struct ProductDraft: Hashable, Sendable {
    public var name: String?
    public var description: String?
    public var price: DecimalAmount?
    public var currency: Currency?
    /// The amount off; not given means none.
    public var discount: DecimalAmount?
    /// Pieces; not given means none.
    public var stock: DecimalAmount?
    public var contact: String?

    public init(
        name: String? = nil,
        description: String? = nil,
        price: DecimalAmount? = nil,
        currency: Currency? = nil,
        discount: DecimalAmount? = nil,
        stock: DecimalAmount? = nil,
        contact: String? = nil
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discount = discount
        self.stock = stock
        self.contact = contact
    }
}

/// What somebody asks to change: nil means “leave as it is”. An empty contact takes the contact away.
public struct ProductPatch: Hashable, Sendable {
    public var name: String?
    public var description: String?
    public var price: DecimalAmount?
    public var currency: Currency?
    public var discount: DecimalAmount?
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
        stock: DecimalAmount? = nil,
        contact: String? = nil,
        thumbnail: Picture.ID? = nil
    ) {
        self.name = name
        self.description = description
        self.price = price
        self.currency = currency
        self.discount = discount
        self.stock = stock
        self.contact = contact
        self.thumbnail = thumbnail
    }

    /// Whether nothing is to be changed: then a write is only a check of the secret.
    public var isEmpty: Bool { self == ProductPatch() }
}
