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
