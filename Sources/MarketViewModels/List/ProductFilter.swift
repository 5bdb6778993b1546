import MarketAPI
import MarketClient
public import MarketModels

/// The filter and order of a product list.
public struct ProductFilter: Hashable, Sendable {
    /// The order of the list.
    public var order: ProductQuery.Sort
    /// The search text without surrounding white space; empty for all products.
    public var search: String
    /// Whether to show only products that are in stock.
    public var isInStock: Bool
    /// The seller whose products are shown, or nil for all sellers.
    public var vendor: Vendor.ID?
    /// What the list is narrowed to by the attributes and the prices of its products.
    public var attributes: AttributeFilter

    /// Creates a filter; by default all products, newest first.
    public init(
        order: ProductQuery.Sort = .newest,
        search: String = "",
        isInStock: Bool = false,
        vendor: Vendor.ID? = nil,
        attributes: AttributeFilter = .none
    ) {
        self.order = order
        self.search = search
        self.isInStock = isInStock
        self.vendor = vendor
        self.attributes = attributes
    }

    /// The number of chosen conditions: those of ``attributes``, and that products are in stock.
    public var count: Int { attributes.count + (isInStock ? 1 : 0) }

    func request(after cursor: String?, size: Int) -> ProductListRequest {
        ProductListRequest(
            order: order,
            search: search,
            isInStock: isInStock,
            vendor: vendor,
            attributes: attributes,
            cursor: cursor,
            size: size
        )
    }

    /// Returns whether a product passes the filter, as far as the app can tell: only the server knows what a search or a
    /// place matches and which categories are in which, and lists don't say how products are handed over. Lists never
    /// show hidden and expired products.
    func admits(_ product: ListedProduct) -> Bool {
        product.state.isPublic && (vendor == nil || vendor == product.vendorID) && (!isInStock || product.stock > 0)
            && (attributes.condition == nil || attributes.condition == product.attributes.condition)
            && (!attributes.isFree || product.pricing.salePrice.minorUnits == 0)
            && (attributes.price?.contains(product.pricing.salePrice) ?? true)
    }

    /// Whether ``admits(_:)`` knows everything about a product.
    var isDecidedByTheApp: Bool {
        search.isEmpty
            && attributes.parameters.allSatisfy {
                switch $0.parameter {
                case .category, .handover, .place: false
                case .condition, .minimumPrice, .maximumPrice, .priceCurrency, .free, .sold: true
                }
            }
    }
}

extension AttributeFilter.PriceRange {
    fileprivate func contains(_ price: Money) -> Bool {
        price.currency == currency && price.minorUnits >= minimum && price.minorUnits <= maximum ?? .max
    }
}

extension ProductFilter: Codable {
    private enum Key: String, CodingKey {
        case order, search, vendor, attributes
        case isInStock = "in_stock"
    }

    /// Decodes a filter. An unknown order is read as newest first, and what is no condition as none.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let attributes = try values.decodeIfPresent([String: String].self, forKey: .attributes) ?? [:]
        self.init(
            order: ProductQuery.Sort(rawValue: try values.decode(String.self, forKey: .order)) ?? .newest,
            search: try values.decode(String.self, forKey: .search),
            isInStock: try values.decode(Bool.self, forKey: .isInStock),
            vendor: try values.decodeIfPresent(Int64.self, forKey: .vendor).map { Vendor.ID(rawValue: $0) },
            attributes: AttributeFilter.reading(currency: .krw) { attributes[$0.rawValue] }.filter
        )
    }

    /// Encodes the filter.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(order.rawValue, forKey: .order)
        try values.encode(search, forKey: .search)
        try values.encode(isInStock, forKey: .isInStock)
        try values.encodeIfPresent(vendor?.rawValue, forKey: .vendor)
        guard !attributes.isEmpty else { return }
        let attributes = attributes.parameters.map { ($0.parameter.rawValue, $0.value) }
        try values.encode(Dictionary(attributes) { first, _ in first }, forKey: .attributes)
    }
}
