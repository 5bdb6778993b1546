import Testing

@testable import MarketCore

struct CheckReadinessTests {
    private struct ReadyStore: StoreLifecycle {
        func check() {}
        func readiness() -> StoreReadiness { StoreReadiness(lag: .zero) }
        func close() {}
    }

    /// A load balancer, or whoever starts the service, would keep people from what can still be read.
    @Test func fullDiskKeepsNobodyAwayAndABrokenOneDoes() async {
        let images = ImageFixture()
        let check = CheckReadiness(store: ReadyStore(), images: images)
        for (error, isReady) in [
            (nil, true), (.storageFull, true), (.unavailable(reason: "no folder"), false),
            (.unreachable(reason: "gone"), false),
        ] as [(MarketError?, Bool)] {
            images.failChecks(error)
            #expect(await check().isReady == isReady, "\(String(describing: error))")
        }
    }
}
