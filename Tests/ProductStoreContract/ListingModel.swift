public import MarketCore
public import MarketModels

/// The expected contents of every list, by the simplest means: all products in an array, by id.
public struct ListingModel: Sendable {
    /// The products, ascending by id.
    public private(set) var products: [(id: Product.ID, vendor: Vendor.ID, currency: Currency)] = []

    public init() {}

    public mutating func add(_ id: Product.ID, of vendor: Vendor.ID, in currency: Currency = .krw) {
        products.append((id, vendor, currency))
    }

    public mutating func change(_ id: Product.ID, to currency: Currency) {
        for index in products.indices where products[index].id == id { products[index].currency = currency }
    }

    public mutating func remove(_ id: Product.ID) {
        products.removeAll { $0.id == id }
    }

    /// Compares the lists of a store with the expected ones.
    public func check(_ query: ProductQuery, of store: some ProductStore) async throws {
        let page = try await store.page(query)
        let all = ids(of: query)
        let stretch = stretch(of: query, from: all)
        try expectEqual(page.products.map(\.id), Array(all[stretch]), "the products of \(query)")
        try expectEqual(page.totalCount, all.count, "the total of \(query)")
        let follows = !stretch.isEmpty && stretch.upperBound < all.endIndex
        try expectEqual(
            page.nextCursor,
            follows ? .afterID(all[stretch.upperBound - 1]) : nil,
            "the next cursor of \(query)"
        )
    }

    private func ids(of query: ProductQuery) -> [Product.ID] {
        let ids = products.filter { product in
            (query.vendor == nil || product.vendor == query.vendor) && query.currencyScope.contains(product.currency)
        }.map(\.id)
        return query.order == .newest ? ids.reversed() : ids
    }

    private func stretch(of query: ProductQuery, from all: [Product.ID]) -> Range<Int> {
        let start: Int
        switch query.window {
        case .page(let number):
            let (place, overflow) = (number - 1).multipliedReportingOverflow(by: query.size)
            start = overflow ? all.endIndex : min(place, all.endIndex)
        case .after(.afterPrice(let place)):
            start = all.firstIndex { query.order == .newest ? $0 < place.id : $0 > place.id } ?? all.endIndex
        case .after(.afterBump(let place)):
            start = all.firstIndex { query.order == .newest ? $0 < place.id : $0 > place.id } ?? all.endIndex
        case .after(.afterID(let id)):
            start = all.firstIndex { query.order == .newest ? $0 < id : $0 > id } ?? all.endIndex
        }
        return start..<min(start + query.size, all.endIndex)
    }
}
