public import MarketModels

/// Where somebody is in a list: what an app stores when it is left, and hands to ``ProductListModel/restore(_:)`` when
/// it is started again.
public struct ListPlace: Hashable, Sendable {
    /// How many rows are loaded at most to find a place again.
    public static let maximumRows = 600

    /// What the list was of.
    public let filter: ProductFilter
    /// Which product stood first.
    public let product: Product.ID
    /// How many products stood above it.
    public let index: Int
    /// How far its upper edge was below that of the view, in the app's own units; negative where it was cut.
    public let offset: Double

    /// - Parameters:
    ///   - index: what is below 0 counts as 0.
    ///   - offset: what is no number counts as 0.
    public init(filter: ProductFilter, product: Product.ID, index: Int, offset: Double) {
        self.filter = filter
        self.product = product
        self.index = max(0, index)
        self.offset = offset.isFinite ? offset : 0
    }

    /// How many rows bring the product back, and a page below it.
    func rows(pageSize: Int) -> Int {
        index >= Self.maximumRows ? Self.maximumRows : min(Self.maximumRows, index + 1 + pageSize)
    }
}

extension ListPlace: Codable {
    private enum Key: String, CodingKey {
        case filter, product, index, offset
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            filter: try values.decode(ProductFilter.self, forKey: .filter),
            product: Product.ID(rawValue: try values.decode(Int64.self, forKey: .product)),
            index: try values.decode(Int.self, forKey: .index),
            offset: try values.decode(Double.self, forKey: .offset)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(filter, forKey: .filter)
        try values.encode(product.rawValue, forKey: .product)
        try values.encode(index, forKey: .index)
        try values.encode(offset, forKey: .offset)
    }
}
