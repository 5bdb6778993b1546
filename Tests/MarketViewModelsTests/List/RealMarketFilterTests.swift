import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import TestMarkets
import Testing

/// A narrowed list of the real server in process.
struct RealMarketFilterTests {
    @Test func everyPageIsNarrowedInTheRealMarketAndClearingShowsAll() async throws {
        try await withRealMarket { market, transport in
            let client = MarketAPIClient(once: transport)
            try await Self.list(60, by: StoreSeller(market, client))
            try await Self.walk(client)
        }
    }

    @MainActor private static func walk(_ client: MarketAPIClient) async throws {
        let model = ProductListModel(
            service: client,
            preferences: MemoryPreferences(),
            dependencies: .test,
            pageSize: 7
        )
        await model.load()
        var form = model.filterForm
        form[.condition] = "good"
        form[.handover] = "parcel"
        form[.place] = "연남동"
        form[.minimumPrice] = "1000"
        form[.maximumPrice] = "1039"
        await model.narrow(by: form)
        #expect(model.activeFilterCount == 4)
        while model.content?.pagination != .end { await model.loadNextPage() }
        // Every second product is in good condition, and those up to the 40th cost at most 1039 won.
        #expect(model.products.map(\.name) == stride(from: 40, through: 2, by: -2).map { "\($0)" })
        #expect(model.content?.total == 20)
        await model.clearFilters()
        #expect(model.activeFilterCount == 0)
        #expect(model.content?.total == 60)
    }

    private static func list(_ count: Int64, by seller: StoreSeller) async throws {
        for number in 1...count {
            _ = try await seller.add(
                Listing(
                    name: "\(number)",
                    description: "",
                    pricing: Samples.pricing(999 + number),
                    stock: 1,
                    attributes: ListingAttributes(
                        condition: number.isMultiple(of: 2) ? .good : .fair,
                        handover: .both,
                        place: "서울 연남동"
                    )
                )
            )
        }
    }
}
