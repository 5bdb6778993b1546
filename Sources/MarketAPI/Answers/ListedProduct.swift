public import Foundation
public import MarketModels

/// A product as a list of the main port answers it (API.md, “training” and “Extensions”).
public struct ListedProduct: Hashable, Sendable, Identifiable {
    public let id: Product.ID
    public let vendorID: Vendor.ID
    public let name: String
    /// A picture of at most 400 pixels on each side; a placeholder where the product has none.
    public let thumbnail: URL
    public let pricing: Pricing
    /// Pieces.
    public let stock: Int64
    public let registeredAt: Timestamp
    public let updatedAt: Timestamp
    /// Counts up with each edit.
    public let version: Int64

    public init(
        id: Product.ID,
        vendorID: Vendor.ID,
        name: String,
        thumbnail: URL,
        pricing: Pricing,
        stock: Int64,
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64
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
    }
}

extension ListedProduct: Decodable {
    private enum Key: String, CodingKey {
        case id, name, thumbnail, currency, price, stock, version
        case vendorID = "vendor_id"
        case discount = "discounted_price"
        case registeredAt = "registered_at"
        case updatedAt = "updated_at"
    }

    public init(from decoder: any Decoder) throws {
        let reader = try AnswerReader(decoder, keys: Key.self)
        self.init(
            id: Product.ID(rawValue: try reader.value(.id)),
            vendorID: Vendor.ID(rawValue: try reader.value(.vendorID)),
            name: try reader.value(.name),
            thumbnail: try reader.link(.thumbnail),
            pricing: try reader.pricing(currency: .currency, price: .price, discount: .discount),
            stock: try reader.value(.stock),
            registeredAt: try reader.moment(.registeredAt),
            updatedAt: try reader.moment(.updatedAt),
            version: try reader.value(.version)
        )
    }
}
