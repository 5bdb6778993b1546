public import Foundation
public import MarketModels

/// A product in a list of the main port (API.md, “training” and “Extensions”).
public struct ListedProduct: Hashable, Sendable, Identifiable {
    /// The product's identifier.
    public let id: Product.ID
    /// The seller's identifier.
    public let vendorID: Vendor.ID
    public let name: String
    /// The URL of an image of at most 400 pixels on each side, or of the placeholder if the product has no images.
    public let thumbnail: URL
    /// The price and the discount.
    public let pricing: Pricing
    /// The number of pieces in stock.
    public let stock: Int64
    /// When the product was listed.
    public let registeredAt: Timestamp
    /// When the product was last changed.
    public let updatedAt: Timestamp
    /// The version, which increases with each edit.
    public let version: Int64
    /// The state of the listing. The stock of a sold product is 0.
    public package(set) var state: ListingState
    /// The reduction of the price, or nil for none. The market sends it for 30 days, while the product is for sale.
    public package(set) var reduction: PriceReduction?
    /// The attributes that lists show.
    public let attributes: ListingAttributes

    /// Creates a listed product with the given values.
    public init(
        id: Product.ID,
        vendorID: Vendor.ID,
        name: String,
        thumbnail: URL,
        pricing: Pricing,
        stock: Int64,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64,
        state: ListingState = .open,
        reduction: PriceReduction? = nil,
        attributes: ListingAttributes = .none
    ) {
        self.id = id
        self.vendorID = vendorID
        self.name = name
        self.thumbnail = thumbnail
        self.pricing = pricing
        self.stock = stock
        self.registeredAt = registeredAt
        self.updatedAt = updatedAt
        self.version = version
        self.state = state
        self.reduction = reduction
        self.attributes = attributes
    }
}

extension ListedProduct: Codable {
    /// Decodes a listed product. A malformed currency, link, date or amount is a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: ProductKey.self)
        let pricing = try reader.pricing()
        self.init(
            id: Product.ID(rawValue: try reader.value(.id)),
            vendorID: Vendor.ID(rawValue: try reader.value(.vendorID)),
            name: try reader.value(.name),
            thumbnail: try reader.link(.thumbnail),
            pricing: pricing,
            stock: try reader.value(.stock),
            registeredAt: try reader.timestamp(.registeredAt),
            updatedAt: try reader.timestamp(.updatedAt),
            version: try reader.value(.version),
            state: try reader.state(),
            reduction: try reader.reduction(of: pricing),
            attributes: try ListingAttributes(from: decoder, ListingField.listedAttributes)
        )
    }

    /// Encodes the product as it is in a response, without the days for old apps.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: ProductKey.self)
        try values.encode(id.rawValue, forKey: .id)
        try values.encode(vendorID.rawValue, forKey: .vendorID)
        try values.encode(name, forKey: .name)
        try values.encode(thumbnail.absoluteString, forKey: .thumbnail)
        try values.encode(pricing.currency.rawValue, forKey: .currency)
        try values.encode(pricing.price.decimal, forKey: .price)
        try values.encode(pricing.discount.decimal, forKey: .discount)
        try values.encode(pricing.salePrice.decimal, forKey: .salePrice)
        try values.encode(stock, forKey: .stock)
        try values.encode(registeredAt.responseText, forKey: .registeredAt)
        try values.encode(updatedAt.responseText, forKey: .updatedAt)
        try values.encode(version, forKey: .version)
        try state.encode(to: encoder)
        try reduction?.encode(to: encoder)
        try attributes.encode(to: encoder)
    }
}
