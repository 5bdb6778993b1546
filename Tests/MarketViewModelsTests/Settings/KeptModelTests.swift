import Foundation
import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct KeptModelTests {
    @Test func everythingThatIsKeptIsCountedAndCleared() async throws {
        let folder = try TemporaryFolder()
        var dependencies = AppDependencies.test
        let favorites = Favorites(store: DeviceStores.favorites(folder.url), language: .english)
        await favorites.load()
        for product in Samples.listed(1...2) { await favorites.toggle(product) }
        dependencies.favorites = favorites
        let viewed = DeviceStores.viewed(folder.url)
        try await viewed.save(Samples.view(3))
        dependencies.recentlyViewed = viewed
        let preferences = MemoryPreferences()
        preferences.recentSearches = ["의자", "책", "컵"]
        let drafts = DeviceStores.drafts(folder.url)
        let form = ListingFormModel(
            service: SuspendingCalls(),
            keyring: Keyring(store: MemoryIdentityStore(), market: Samples.market),
            preferences: preferences,
            language: .english,
            drafts: Drafts(store: drafts, dependencies: dependencies)
        )
        form.setText("의자", for: .name)
        await form.saveDraft()

        let model = KeptModel(preferences: preferences, dependencies: dependencies, drafts: drafts) {
            preferences.recentSearches = []
        }
        #expect(model.counts.isEmpty)
        await model.load()
        #expect(model.counts == [.favorites: 2, .recentlyViewed: 1, .recentSearches: 3, .drafts: 1])
        for kind in KeptModel.Kind.allCases {
            await model.clear(kind)
            #expect(model.counts[kind] == 0)
            // The others stay.
            #expect(model.counts.values.filter { $0 == 0 }.count == kind.rawValue + 1)
        }
        #expect(favorites.saved.isEmpty)
        #expect(try await drafts.listing() == nil)
        #expect(try await viewed.products().isEmpty)
    }

    @Test func favoritesAreCountedOnceTheyCanBeRead() async throws {
        let folder = try TemporaryFolder()
        try await DeviceStores.favorites(folder.url).save(Samples.favorite(1))
        let file = try folder.file(named: "1.json")
        let elsewhere = folder.url.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: file, to: elsewhere)
        // A folder where the file was can't be read.
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        var dependencies = AppDependencies.test
        dependencies.favorites = Favorites(store: DeviceStores.favorites(folder.url), language: .english)
        let model = KeptModel(
            preferences: MemoryPreferences(),
            dependencies: dependencies,
            drafts: DeviceStores.drafts(folder.url)
        ) {}
        await model.load()
        #expect(model.counts[.favorites] == nil && model.counts[.drafts] == 0)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: elsewhere, to: file)
        await model.load()
        #expect(model.counts[.favorites] == 1)
    }
}
