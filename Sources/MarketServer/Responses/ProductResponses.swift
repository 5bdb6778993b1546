import MarketAPI
import MarketCore
import MarketModels

/// The lists and products of `/api/products` as response bodies. The router and ``QuickResponses`` make them here, so both
/// send the same bytes; the first waits for the store where it has to, the second doesn't.
final class ProductResponses: Sendable {
    let browseProducts: BrowseProducts
    let showProduct: ShowProduct
    /// The currency of filters that name none.
    let currency: Currency
    let listMeters: RequestMetrics.HotMeters
    let productMeters: RequestMetrics.HotMeters

    init(_ dependencies: ServerDependencies) {
        let services = dependencies.services
        browseProducts = services.browseProducts
        showProduct = services.showProduct
        currency = services.policy.prices.defaultCurrencyOfAPI
        listMeters = dependencies.metrics.hotMeters(for: RoutePattern.products.rawValue)
        productMeters = dependencies.metrics.hotMeters(for: RoutePattern.product.rawValue)
    }

    func parameters(_ fields: URLEncodedFields, _ dialect: Dialect) throws(RequestError) -> ListParameters {
        try ListParameters(fields, dialect: dialect, currency: currency)
    }

    func list(
        _ page: ProductPage,
        _ parameters: ListParameters,
        _ origin: Origin,
        _ dialect: Dialect
    ) -> CachedResponse.Content {
        CachedResponse.Content(
            subject: .list,
            body: ProductsEncoder(origin: origin, dialect: dialect).list(
                page,
                number: parameters.pageNumber,
                size: parameters.query.size
            ),
            revision: page.revision,
            meters: listMeters
        )
    }

    func product(_ product: Product, at revision: Revision, _ origin: Origin, _ dialect: Dialect)
        -> CachedResponse.Content
    {
        CachedResponse.Content(
            subject: .product(product.id, version: ProductVersion(of: product)),
            body: ProductsEncoder(origin: origin, dialect: dialect).product(product),
            revision: revision,
            meters: productMeters
        )
    }

    /// Returns the response to a plain request for a list or a product, if the store can read it without waiting. Whatever
    /// else is in the target, and everything that ends in an error, is left to the router.
    func madeWithoutWaiting(for key: ResponseCache.Key, _ origins: OriginPolicy) -> CachedResponse.Content? {
        let dialect = key.cacheVariant.dialect
        guard dialect.edition != .items, let request = Target(key.target) else { return nil }
        switch request {
        case .list(let query):
            guard let parameters = try? parameters(URLEncodedFields(query), dialect),
                let page = browseProducts.withoutWaiting(parameters.query)
            else { return nil }
            return list(page, parameters, origins.origin(for: key.cacheVariant), dialect)
        case .product(let id):
            guard let (product, revision) = showProduct.withoutWaiting(id) else { return nil }
            return self.product(product, at: revision, origins.origin(for: key.cacheVariant), dialect)
        }
    }

    /// A target that needs no router to be understood.
    private enum Target {
        case list(query: Substring)
        case product(Product.ID)

        private static let list = "/api/products".utf8
        private static let product = "/api/products/".utf8

        init?(_ target: String) {
            let end = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.utf8.endIndex
            let path = target.utf8[..<end]
            if path.count == Self.list.count, path.elementsEqual(Self.list) {
                let query = target[end...].dropFirst()
                // Where a fragment begins is the parser's to say. None is ever sent.
                if query.utf8.contains(UInt8(ascii: "#")) { return nil }
                self = .list(query: query)
                return
            }
            // Nineteen digits may be too many for the number.
            guard 1...18 ~= path.count - Self.product.count, path.starts(with: Self.product) else { return nil }
            var id: Int64 = 0
            for byte in path.dropFirst(Self.product.count) {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
                id = id * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            self = .product(Product.ID(rawValue: id))
        }
    }
}
