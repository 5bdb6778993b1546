import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

/// The position in a list, across relaunches of the app.
@MainActor
struct ProductListPlaceTests {
    private let fixture = ProductListFixture()
    private let filter = ProductFilter(
        order: .mostExpensive,
        search: "의자",
        isInStock: true,
        vendor: Vendor.ID(rawValue: 3)
    )

    private func place(_ product: Int64, index: Int, offset: Double = -7.5, _ filter: ProductFilter? = nil)
        -> ListPosition
    {
        ListPosition(filter: filter ?? ProductFilter(), product: Samples.id(product), index: index, offset: offset)
    }

    private func restore(_ place: ListPosition) -> Task<Void, Never> { Task { await fixture.model.restore(place) } }

    @Test func placeIsTheProductThatStoodFirstAndHowFar() async throws {
        try await fixture.loadFirstOfThree()
        #expect(fixture.model.position(of: Samples.id(55), offset: -7.5) == place(55, index: 5))
        #expect(fixture.model.position(of: Samples.id(1)) == nil)
    }

    @Test func placeIsStoredAndReadAgain() throws {
        for place in [place(55, index: 40, filter), place(1, index: 0)] {
            let stored = try JSONEncoder().encode(place)
            #expect(try JSONDecoder().decode(ListPosition.self, from: stored) == place)
        }
        let strange = """
            {"filter":{"order":"by_smell","search":"","in_stock":false},"product":1,"index":-9223372036854775808,"offset":0}
            """
        let read = try JSONDecoder().decode(ListPosition.self, from: Data(strange.utf8))
        #expect(read == place(1, index: 0, offset: 0))
        #expect(place(1, index: 0, offset: .nan).offset == 0)
    }

    @Test func placePastTheFirstPageIsFoundWithOneCall() async throws {
        let restoring = restore(place(55, index: 45, filter))
        let call = try await fixture.calls.pages.next()
        #expect(fixture.model.state == .loading)
        #expect(
            call.request
                == ProductListRequest(
                    order: .mostExpensive,
                    search: "의자",
                    isInStock: true,
                    vendor: Vendor.ID(rawValue: 3),
                    size: 66
                )
        )
        call.response(Samples.page(35...100, of: 200, next: "35"))
        await restoring.value
        #expect(fixture.ids.count == 66)
        #expect(fixture.model.restoredPosition == place(55, index: 45, filter))
        #expect(fixture.model.searchText == "의자")
        #expect(fixture.model.filter == filter)
        fixture.model.didShowRestoredPosition()
        #expect(fixture.model.restoredPosition == nil)
    }

    @Test func placeThatManyNewProductsHavePushedDownIsFound() async throws {
        let restoring = restore(place(30, index: 5))
        let first = try await fixture.calls.pages.next()
        #expect(first.request.size == 26)
        first.response(Samples.page(75...100, of: 100, next: "75"))
        let second = try await fixture.calls.pages.next()
        #expect(second.request.size == ListPosition.maximumRows)
        second.response(Samples.page(1...100))
        await restoring.value
        #expect(fixture.model.restoredPosition == place(30, index: 70))
    }

    @Test func productThatIsGoneLeavesItsPlace() async throws {
        let restoring = restore(place(55, index: 5))
        try await fixture.calls.pages.next().response(
            ProductListResponse(
                products: Samples.listed(40...60).filter { $0.id != Samples.id(55) },
                totalCount: 60,
                nextCursor: "40"
            )
        )
        await restoring.value
        #expect(fixture.model.restoredPosition == place(54, index: 5, offset: 0))
    }

    @Test func placeBelowTheBoundEndsAtTheLastRow() async throws {
        let restoring = restore(place(1, index: .max, ProductFilter(order: .cheapest)))
        let call = try await fixture.calls.pages.next()
        #expect(call.request.size == ListPosition.maximumRows)
        call.response(Samples.page(401...1000, of: 1000, next: "401"))
        await restoring.value
        #expect(fixture.model.restoredPosition?.index == 599)
        #expect(try await fixture.calls.pages.next().request.cursor == "401", "the last row is in view")
    }

    @Test func emptyListHasNoPlace() async throws {
        let restoring = restore(place(55, index: 5))
        try await fixture.calls.pages.next().response(Samples.nothing)
        await restoring.value
        #expect(fixture.model.restoredPosition == nil)
        #expect(fixture.model.state == .empty(.market, .none))
    }

    @Test func placeIsStillFoundAfterAFailure() async throws {
        let restoring = restore(place(55, index: 45))
        try await fixture.calls.pages.next().fail(Samples.offline)
        await restoring.value
        #expect(fixture.model.state == .failed(Samples.offline))
        let again = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        #expect(call.request.size == 66)
        call.response(Samples.page(35...100))
        await again.value
        #expect(fixture.model.restoredPosition == place(55, index: 45))
    }

    @Test func anotherChoiceForgetsThePlace() async throws {
        let restoring = restore(place(55, index: 45))
        _ = try await fixture.calls.pages.next()
        let showing = Task { await fixture.model.show(ProductFilter(isInStock: true)) }
        let call = try await fixture.calls.pages.next()
        #expect(call.request.size == ProductQuery.defaultPageSize)
        call.response(Samples.page(41...60, of: 60, next: "41"))
        await showing.value
        await restoring.value
        #expect(fixture.model.restoredPosition == nil)
    }

    @Test func nobodyIsSentToARowThatIsGoneAgain() async throws {
        let restoring = restore(place(55, index: 5))
        try await fixture.calls.pages.next().response(Samples.page(40...60))
        await restoring.value
        #expect(fixture.model.restoredPosition != nil)
        fixture.model.apply(.deleted(Samples.id(55)))
        #expect(fixture.model.restoredPosition == nil)
    }

    // MARK: Prices

    @Test func pricesOfTwoCurrenciesStayAsTheMarketHasThem() async throws {
        let fixture = ProductListFixture(ProductFilter(order: .cheapest))
        let won = Samples.product(1, pricing: Samples.pricing(1000), version: 1)
        let dollars = Samples.product(2, pricing: Samples.pricing(100, .usd), version: 1)
        try await fixture.load(ProductListResponse(products: [won.listed, dollars.listed], totalCount: 2))
        fixture.model.apply(.edited(Samples.product(2, pricing: Samples.pricing(1, .usd), version: 2)))
        fixture.model.apply(.listed(Samples.product(3, pricing: Samples.pricing(1, .usd))))
        #expect(fixture.ids == [1, 2])
        #expect(fixture.model.row(of: fixture.model.products[1]).price == "$0.01")
    }
}
