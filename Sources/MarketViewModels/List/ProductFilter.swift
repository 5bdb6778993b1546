public import MarketClient
public import MarketModels

/// Which products a list shows, and in which order.
public struct ProductFilter: Hashable, Sendable {
    public var order: ProductListRequest.Order
    /// Without white space around it; empty for all.
    public var search: String
    public var isInStock: Bool
    /// Only this seller's products.
    public var vendor: Vendor.ID?

    public init(
        order: ProductListRequest.Order = .newest,
        search: String = "",
        isInStock: Bool = false,
        vendor: Vendor.ID? = nil
    ) {
        self.order = order
        self.search = search
        self.isInStock = isInStock
        self.vendor = vendor
    }

    func request(after cursor: String?, size: Int) -> ProductListRequest {
        ProductListRequest(
            order: order,
            search: search,
            isInStock: isInStock,
            vendor: vendor,
            cursor: cursor,
            size: size
        )
    }

    /// Whether a product belongs in the list, as far as can be told from here: only the market knows what a search
    /// finds.
    func admits(_ vendor: Vendor.ID, stock: Int64) -> Bool {
        (self.vendor == nil || self.vendor == vendor) && (!isInStock || stock > 0)
    }
}

extension ProductFilter: Codable {
    private enum Key: String, CodingKey {
        case order, search, vendor
        case isInStock = "in_stock"
    }

    /// An order that this version does not know counts as the newest first.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            order: ProductListRequest.Order(rawValue: try values.decode(String.self, forKey: .order)) ?? .newest,
            search: try values.decode(String.self, forKey: .search),
            isInStock: try values.decode(Bool.self, forKey: .isInStock),
            vendor: try values.decodeIfPresent(Int64.self, forKey: .vendor).map { Vendor.ID(rawValue: $0) }
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(order.rawValue, forKey: .order)
        try values.encode(search, forKey: .search)
        try values.encode(isInStock, forKey: .isInStock)
        try values.encodeIfPresent(vendor?.rawValue, forKey: .vendor)
    }
}
