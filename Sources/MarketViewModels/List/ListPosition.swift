public import MarketModels

/// The user's position in a list. An app stores it when it is closed, and passes it to ``ProductListModel/restore(_:)``
/// when it is launched again.
public struct ListPosition: Hashable, Sendable {
    /// The maximum number of rows that are loaded to restore a position.
    public static let maximumRows = 600

    /// The filter of the list.
    public let filter: ProductFilter
    /// The first visible product.
    public let product: Product.ID
    /// The number of products above it.
    public let index: Int
    /// The distance from the view's top edge to the row's top edge, in the app's own units; negative if the row was cut
    /// off.
    public let offset: Double

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - product: The first visible product.
    ///   - index: The number of products above it. Values below 0 become 0.
    ///   - offset: The distance between the top edges. A value that is not finite becomes 0.
    public init(filter: ProductFilter, product: Product.ID, index: Int, offset: Double) {
        self.filter = filter
        self.product = product
        self.index = max(0, index)
        self.offset = offset.isFinite ? offset : 0
    }

    /// Returns the number of rows to load so that they include the product and a page below it.
    func rows(pageSize: Int) -> Int {
        index >= Self.maximumRows ? Self.maximumRows : min(Self.maximumRows, index + 1 + pageSize)
    }
}

extension ListPosition: Codable {
    private enum Key: String, CodingKey {
        case filter, product, index, offset
    }

    /// Decodes a position.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            filter: try values.decode(ProductFilter.self, forKey: .filter),
            product: Product.ID(rawValue: try values.decode(Int64.self, forKey: .product)),
            index: try values.decode(Int.self, forKey: .index),
            offset: try values.decode(Double.self, forKey: .offset)
        )
    }

    /// Encodes the position.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(filter, forKey: .filter)
        try values.encode(product.rawValue, forKey: .product)
        try values.encode(index, forKey: .index)
        try values.encode(offset, forKey: .offset)
    }
}
