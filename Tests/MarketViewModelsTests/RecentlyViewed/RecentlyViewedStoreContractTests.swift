import Foundation
import MarketAPI
import MarketModels
import MarketViewModels
import Testing

/// What the store of recently viewed products does.
struct RecentlyViewedStoreContractTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func lastViewedIsFirstAndNoneIsThereTwice() async throws {
        let store = DeviceStores.viewed(folder.url)
        #expect(try await store.products().isEmpty)
        for (second, number) in ([1, 2, 3, 1] as [Int64]).enumerated() {
            try await store.save(Samples.view(number, after: Int64(second)))
        }
        #expect(
            try await store.products()
                == [Samples.view(1, after: 3), Samples.view(3, after: 2), Samples.view(2, after: 1)]
        )
    }

    @Test func onlyTheLatestThirtyAreKept() async throws {
        let store = DeviceStores.viewed(folder.url)
        for number in 1...40 as ClosedRange<Int64> { try await store.save(Samples.view(number, after: number)) }
        #expect(try await store.products().map(\.id.rawValue) == (11...40).reversed())
    }

    @Test func oneOrAllCanBeRemoved() async throws {
        let store = DeviceStores.viewed(folder.url)
        for number in 1...3 as ClosedRange<Int64> { try await store.save(Samples.view(number)) }
        try await store.remove(Samples.id(2))
        #expect(try await store.products().map(\.id) == [3, 1].map(Samples.id))
        try await store.removeAll()
        try await store.removeAll()
        #expect(try await store.products().isEmpty)
        try await store.save(Samples.view(5))
        #expect(try await store.products().map(\.id) == [Samples.id(5)])
    }

    @Test func aProductInACurrencyThatThisVersionDoesNotKnowIsKept() async throws {
        let pricing = Samples.pricing(12_500, try #require(Currency(ofMarket: "XTS")))
        let view = SavedProduct(Samples.product(1, pricing: pricing).listed, savedAt: Samples.moment)
        let store = DeviceStores.viewed(folder.url)
        try await store.save(view)
        #expect(try await store.products() == [view])
    }

    @Test func olderProductsLeaveNoFiles() async throws {
        let store = DeviceStores.viewed(folder.url)
        for number in 1...32 as ClosedRange<Int64> { try await store.save(Samples.view(number, after: number)) }
        #expect(folder.files { $0.hasSuffix(".json") }.count == 30)
    }

    @Test func productsInFilesAreThereAfterTheNextLaunchWithoutTheDamagedOne() async throws {
        for number in 1...3 as ClosedRange<Int64> {
            try await DeviceStores.viewed(folder.url).save(Samples.view(number))
        }
        try Data("?".utf8).write(to: try folder.file(named: "2.json"))
        let store = DeviceStores.viewed(folder.url)
        #expect(try await store.products().map(\.id) == [3, 1].map(Samples.id))
        // Removing all leaves no trace of what was viewed.
        try await store.removeAll()
        #expect(folder.files { _ in true }.isEmpty)
    }
}
