import MarketAPI
public import MarketClient
public import MarketModels

/// The filter and order of a product list.
public struct ProductFilter: Hashable, Sendable {
    /// The order of the list.
    public var order: ProductListRequest.Order
    /// The search text without surrounding white space; empty for all products.
    public var search: String
    /// Whether to show only products that are in stock.
    public var isInStock: Bool
    /// The seller whose products are shown, or nil for all sellers.
    public var vendor: Vendor.ID?

    /// Creates a filter; by default all products, newest first.
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

    /// Returns whether a product passes the filter, as far as the app can tell: only the server knows what a search
    /// matches. Lists never show hidden and expired products.
    func admits(_ product: ListedProduct) -> Bool {
        product.state.isPublic && (vendor == nil || vendor == product.vendorID) && (!isInStock || product.stock > 0)
    }
}

extension ProductFilter: Codable {
    private enum Key: String, CodingKey {
        case order, search, vendor
        case isInStock = "in_stock"
    }

    /// Decodes a filter. An unknown order is read as newest first.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            order: ProductListRequest.Order(rawValue: try values.decode(String.self, forKey: .order)) ?? .newest,
            search: try values.decode(String.self, forKey: .search),
            isInStock: try values.decode(Bool.self, forKey: .isInStock),
            vendor: try values.decodeIfPresent(Int64.self, forKey: .vendor).map { Vendor.ID(rawValue: $0) }
        )
    }

    /// Encodes the filter.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(order.rawValue, forKey: .order)
        try values.encode(search, forKey: .search)
        try values.encode(isInStock, forKey: .isInStock)
        try values.encodeIfPresent(vendor?.rawValue, forKey: .vendor)
    }
}
