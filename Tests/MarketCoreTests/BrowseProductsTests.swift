import MarketModels
import Synchronization
import Testing

@testable import MarketCore

/// Potentially slow lists are read in turns.
struct BrowseProductsTests {
    @Test func whatMayTakeLongIsToldFromOrdinaryPages() {
        let search = ProductSearch("chair", in: .name)
        #expect(ProductQuery().longRead == nil)
        #expect(ProductQuery(window: .page(.max), vendor: Vendor.ID(rawValue: 1)).longRead == nil)
        #expect(ProductQuery(search: search).longRead == .search)
        #expect(ProductQuery(order: .cheapest, search: search).longRead == .searchByPrice)
        #expect(ProductQuery(order: .mostExpensive).longRead == .listByPrice)
        #expect(ProductQuery(order: .bumped).longRead == .listByBump)
        #expect(ProductQuery(isInStock: true).longRead == .listInStock)
        #expect(ProductQuery(size: 800).longRead == .longPage)
        #expect(ProductQuery(size: 51, includesImages: true).longRead == .longPage)
    }
}
