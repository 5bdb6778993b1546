import Foundation
import MarketAPI
import MarketModels
import MarketViewModels
import Testing

/// What the store of favorites does.
struct FavoriteStoreContractTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func favoritesAreReturnedNewestFirstAsTheyWereSaved() async throws {
        let store = DeviceStores.favorites(folder.url)
        #expect(try await store.products().isEmpty)
        let favorites = [Samples.favorite(1, after: 10), Samples.favorite(2), Samples.favorite(3, after: 5)]
        for favorite in favorites { try await store.save(favorite) }
        #expect(try await store.products() == [favorites[0], favorites[2], favorites[1]])
    }

    @Test func anotherOneOfTheSameProductReplacesIt() async throws {
        let store = DeviceStores.favorites(folder.url)
        try await store.save(Samples.favorite(1, price: 100))
        try await store.save(Samples.favorite(1, after: 1, price: 90))
        #expect(try await store.products() == [Samples.favorite(1, after: 1, price: 90)])
    }

    @Test func removedOnesAreGoneAndRemovingTwiceIsNoError() async throws {
        let store = DeviceStores.favorites(folder.url)
        for number in 1...3 as ClosedRange<Int64> { try await store.save(Samples.favorite(number)) }
        try await store.remove(Samples.id(2))
        try await store.remove(Samples.id(2))
        #expect(try await store.products().map(\.id) == [3, 1].map(Samples.id))
    }

    @Test func oneAboveTheLimitIsRefusedAndNoneIsLost() async throws {
        let store = DeviceStores.favorites(folder.url)
        let maximum = Int64(FileProductStore.Purpose.favorites.maximumCount)
        for number in 1...maximum { try await store.save(Samples.favorite(number)) }
        await #expect(throws: DeviceStoreError.limitReached(maximum: 300)) {
            try await store.save(Samples.favorite(maximum + 1))
        }
        #expect(try await store.products().map(\.id.rawValue) == (1...maximum).reversed())
        // One that is there already may change.
        try await store.save(Samples.favorite(1, after: 1))
        try await store.remove(Samples.id(2))
        try await store.save(Samples.favorite(maximum + 1))
        #expect(try await store.products().count == 300)
    }
}

/// What it does across launches and accidents.
struct FavoriteFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func favoritesAreThereAfterTheNextLaunch() async throws {
        let pricing = Samples.pricing(1999, off: 500, .usd)
        let attributes = ListingAttributes(condition: .forParts, place: "연남동")
        let product = Samples.product(7, name: "의자 \"높은\" /\n", pricing: pricing, stock: 0, attributes: attributes)
        let favorite = SavedProduct(product.listed, savedAt: Samples.moment)
        try await DeviceStores.favorites(folder.url).save(favorite)
        #expect(try await DeviceStores.favorites(folder.url).products() == [favorite])
    }

    /// Without a network, one that was reserved or reduced isn't shown as if it weren't.
    @Test(arguments: [ListingState.reserved(until: Samples.moment), .sold(at: Samples.moment), .hidden])
    func favoriteKeepsItsStateAndItsReduction(_ state: ListingState) async throws {
        let pricing = Samples.pricing(1999, .usd)
        let reduction = PriceReduction(lowest: Samples.pricing(2499, .usd).price, reducedAt: Samples.moment)
        let product = Samples.product(7, pricing: pricing, state: state, reduction: reduction)
        let favorite = SavedProduct(product.listed, savedAt: Samples.moment)
        try await DeviceStores.favorites(folder.url).save(favorite)
        #expect(try await DeviceStores.favorites(folder.url).products() == [favorite])
    }

    @Test func eachMarketHasItsOwn() async throws {
        try await DeviceStores.favorites(folder.url).save(Samples.favorite(1))
        let other = FileProductStore(.favorites, folder: folder.url, market: Samples.url("https://other.example"))
        #expect(try await other.products().isEmpty)
    }

    @Test(arguments: ["", "{", "null", #"{"product":{"id":1},"savedAt":0}"#, "\u{0}\u{0}\u{0}"])
    func damagedFileIsSetAsideAndTheOthersAreThere(_ content: String) async throws {
        let store = DeviceStores.favorites(folder.url)
        for number in 1...2 as ClosedRange<Int64> { try await store.save(Samples.favorite(number)) }
        try Data(content.utf8).write(to: try folder.file(named: "1.json"))
        #expect(try await store.products().map(\.id) == [Samples.id(2)])
        #expect(try Data(contentsOf: folder.file(named: "1.damaged")) == Data(content.utf8))
        // It can be saved again.
        try await store.save(Samples.favorite(1))
        #expect(try await store.products().count == 2)
    }

    @Test func impossiblePriceIsDamage() async throws {
        let store = DeviceStores.favorites(folder.url)
        try await store.save(Samples.favorite(1, price: 4711))
        let file = try folder.file(named: "1.json")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try Data(text.replacing("4711", with: "-4711").utf8).write(to: file)
        #expect(try await store.products().isEmpty)
    }

    @Test func onlyTheOwnerMayReadThem() async throws {
        try await DeviceStores.favorites(folder.url).save(Samples.favorite(1))
        let file = try folder.file(named: "1.json")
        let mode = { (url: URL) in
            try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))[.posixPermissions] as? Int
        }
        #expect(try mode(file) == 0o600)
        #expect(try mode(file.deletingLastPathComponent()) == 0o700)
    }

    @Test func whatCanNotBeWrittenIsAnErrorAndNothingIsThere() async throws {
        let store = DeviceStores.favorites(try folder.unwritable())
        await #expect(throws: DeviceStoreError.self) { try await store.save(Samples.favorite(1)) }
        #expect(try await store.products().isEmpty)
    }
}
