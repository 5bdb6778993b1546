import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

/// Lists that are narrowed by the attributes and the prices of their products.
@MainActor
struct ProductListAttributeTests {
    private let good = AttributeFilter(condition: .good)

    @Test func firstPageAndAllFollowingOnesAskForTheSame() async throws {
        let fixture = ProductListFixture()
        try await fixture.loadFirstOfThree()
        var form = fixture.model.filterForm
        form[.condition] = "good"
        let applying = Task { await fixture.model.narrow(by: form) }
        let first = try await fixture.calls.pages.next()
        #expect(first.request == ProductListRequest(attributes: good))
        first.response(Samples.page(41...60, of: 60, next: "41"))
        await applying.value
        fixture.model.rowAppeared(at: 19)
        let second = try await fixture.calls.pages.next()
        #expect(second.request == ProductListRequest(attributes: good, cursor: "41"))
        second.response(Samples.page(21...40))
        try await until("the page is there") { fixture.ids.count == 40 }
    }

    @Test(
        arguments: [
            ([Currency.usd, .usd], Currency.usd), ([.usd, .krw], .eur), ([], .eur),
        ] as [([Currency], Currency)]
    )
    func pricesAreInTheCurrencyOfTheListOrElseOfTheLastListing(_ shown: [Currency], _ currency: Currency) async throws {
        let fixture = ProductListFixture()
        fixture.preferences.currency = .eur
        let products = shown.enumerated().map { index, currency in
            Samples.product(Int64(9 - index), pricing: Samples.pricing(10, currency)).listed
        }
        try await fixture.load(ProductListResponse(products: products, totalCount: products.count))
        #expect(fixture.model.filterForm[.priceCurrency] == currency.rawValue)
    }

    @Test func formWithAProblemChangesNothing() async throws {
        let fixture = ProductListFixture()
        try await fixture.loadFirstOfThree()
        var form = fixture.model.filterForm
        form[.maximumPrice] = "싸게"
        await fixture.model.narrow(by: form)
        #expect(fixture.calls.pages.requests.count == 1)
        #expect(fixture.model.filter == ProductFilter())
    }

    @Test func whatTheListBeganWithIsNeitherCountedNorCleared() async throws {
        let category = AttributeFilter(category: "cameras")
        let fixture = ProductListFixture(ProductFilter(attributes: category))
        try await fixture.load(Samples.page(1...2))
        #expect(fixture.model.activeFilterCount == 0)
        var filter = fixture.model.filter
        (filter.order, filter.search, filter.isInStock, filter.attributes.isFree) = (.mostExpensive, "의자", true, true)
        let showing = Task { [filter] in await fixture.model.show(filter) }
        try await fixture.calls.pages.next().response(Samples.nothing)
        await showing.value
        #expect(fixture.model.activeFilterCount == 2)
        let clearing = Task { await fixture.model.clearFilters() }
        let cleared = try await fixture.calls.pages.next()
        #expect(cleared.request == ProductListRequest(order: .mostExpensive, search: "의자", attributes: category))
        cleared.response(Samples.nothing)
        await clearing.value
        let everything = Task { await fixture.model.showEverything() }
        let all = try await fixture.calls.pages.next()
        #expect(all.request == ProductListRequest(order: .mostExpensive, attributes: category))
        all.response(Samples.page(1...2))
        await everything.value
        #expect(fixture.model.searchText.isEmpty)
    }

    @Test(arguments: [
        (AttributeFilter(condition: .good), true), (AttributeFilter(condition: .fair), false),
        (AttributeFilter(price: .init(currency: .krw, minimum: 10_000, maximum: 10_000)), true),
        (AttributeFilter(price: .init(currency: .krw, minimum: 10_001)), false),
        (AttributeFilter(price: .init(currency: .krw, maximum: 9999)), false),
        (AttributeFilter(price: .init(currency: .usd)), false), (AttributeFilter(isFree: true), false),
        // Only the market knows these.
        (AttributeFilter(category: "cameras"), false), (AttributeFilter(handover: .pickup), false),
        (AttributeFilter(place: "서울"), false),
    ])
    func newListingIsShownAtOnceOnlyWhereItBelongs(_ attributes: AttributeFilter, _ isShown: Bool) async throws {
        let fixture = ProductListFixture(ProductFilter(attributes: attributes))
        try await fixture.load(Samples.page(1...2))
        let product = Samples.product(
            3,
            attributes: ListingAttributes(condition: .good, handover: .both, place: "서울", category: "cameras")
        )
        fixture.model.apply(.listed(product))
        #expect(fixture.ids.contains(3) == isShown)
    }

    @Test func storedPlaceKeepsTheFilterAndAnOldOneHasNone() throws {
        let filter = ProductFilter(
            attributes: AttributeFilter(
                category: "cameras",
                condition: .forParts,
                handover: .pickup,
                place: "서울 연남동",
                price: AttributeFilter.PriceRange(currency: .usd, minimum: 150, maximum: 1999),
                isFree: true,
                includesSold: true
            )
        )
        let place = ListPosition(filter: filter, product: Samples.id(7), index: 3, offset: 0)
        let stored = try JSONEncoder().encode(place)
        #expect(try JSONDecoder().decode(ListPosition.self, from: stored) == place)
        let old = Data(#"{"order":"newest","search":"","in_stock":true}"#.utf8)
        #expect(try JSONDecoder().decode(ProductFilter.self, from: old) == ProductFilter(isInStock: true))
    }

    @Test func filterWithoutResultsIsSaid() async throws {
        let fixture = ProductListFixture(ProductFilter(attributes: good))
        try await fixture.load(Samples.nothing)
        #expect(fixture.model.state == .empty(.filter, .none))
    }
}
