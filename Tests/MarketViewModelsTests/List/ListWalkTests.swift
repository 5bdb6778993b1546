import Testing

@MainActor
struct ListWalkTests {
    /// 10,000 seeded walks; a failure names its seed.
    @Test func randomWalksShowNothingTwiceLoseNothingAndNeverStayLoading() async throws {
        for seed in 1...10_000 as ClosedRange<UInt64> {
            let market = ReferenceMarket()
            try await ListWalk(market: market, seller: market, seed: seed).run()
        }
    }
}
