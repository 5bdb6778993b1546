import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

/// What models do when there is a network again, without anybody asking them.
@MainActor
struct ConnectivityTests {
    private let calls = SuspendingCalls()
    private let connectivity = Connectivity()
    private let unavailable = Samples.refusal(500, .internalError)

    private var dependencies: AppDependencies {
        var dependencies = AppDependencies.test
        dependencies.connectivity = connectivity
        return dependencies
    }

    private func list() -> ProductListModel {
        ProductListModel(service: calls, preferences: MemoryPreferences(), dependencies: dependencies)
    }

    @Test func listThatCouldNotBeLoadedIsLoaded() async throws {
        let list = list()
        let loading = Task { await list.load() }
        try await calls.pages.next().fail(Samples.offline)
        await loading.value
        #expect(list.state == .failed(Samples.offline))
        connectivity.networkReturned()
        try await calls.pages.next().response(Samples.page(41...60, of: 60, next: "41"))
        try await until("it is there") { list.products.count == 20 }
        // Nothing has failed since.
        connectivity.networkReturned()
        await settle()
        #expect(calls.pages.requests.count == 2)
        #expect(connectivity.returnCount == 2)
    }

    @Test func listThatCouldNotBeRefreshedIsRefreshedAndStaysMeanwhile() async throws {
        let list = list()
        let loading = Task { await list.load() }
        try await calls.pages.next().response(Samples.page(41...60))
        await loading.value
        let refreshing = Task { await list.refresh() }
        try await calls.pages.next().fail(Samples.offline)
        await refreshing.value
        connectivity.networkReturned()
        let call = try await calls.pages.next()
        #expect(list.products.count == 20)
        call.response(Samples.page(42...61))
        try await until("the new one is there") { list.products.first?.id == Samples.id(61) }
    }

    @Test func nextPageThatCouldNotBeLoadedIsLoaded() async throws {
        let list = list()
        let loading = Task { await list.load() }
        try await calls.pages.next().response(Samples.page(41...60, of: 60, next: "41"))
        await loading.value
        let more = Task { await list.loadNextPage() }
        try await calls.pages.next().fail(Samples.offline)
        await more.value
        connectivity.networkReturned()
        let call = try await calls.pages.next()
        #expect(call.request.cursor == "41")
        call.response(Samples.page(21...40, of: 60))
        try await until("it is there") { list.products.count == 40 }
    }

    @Test func whatAMarketHasRefusedIsLeftToTheUser() async throws {
        let list = list()
        let loading = Task { await list.load() }
        try await calls.pages.next().fail(unavailable)
        await loading.value
        connectivity.networkReturned()
        await settle()
        #expect(calls.pages.requests.count == 1)
        #expect(list.state == .failed(unavailable))
    }

    @Test func productAndItsImagesAreLoaded() async throws {
        let images = CallQueue<String, String>()
        let model = ProductModel(Samples.id(9), service: calls, dependencies: dependencies) { url in
            try await images(url.lastPathComponent)
        }
        let loading = Task { await model.load() }
        try await calls.details.next().fail(Samples.offline)
        await loading.value
        connectivity.networkReturned()
        try await calls.details.next().response(Samples.product(9))
        try await images.next().fail(Samples.offline)
        try await until("the image has failed") {
            if case .failed? = model.gallery.slots.first?.state { true } else { false }
        }
        connectivity.networkReturned()
        try await calls.details.next().response(Samples.product(9))
        try await images.next().response("there")
        try await until("the image is there") {
            if case .loaded("there")? = model.gallery.slots.first?.state { true } else { false }
        }
    }

    @Test func listingsOfOnesOwnAreLoaded() async throws {
        let store = MemoryIdentityStore([Samples.id(1): "하나"])
        let keyring = Keyring(store: store, market: Samples.market)
        let mine = MyListingsModel(service: calls, keyring: keyring, dependencies: dependencies)
        let loading = Task { await mine.load() }
        try await calls.details.next().fail(Samples.offline)
        await loading.value
        connectivity.networkReturned()
        try await calls.details.next().response(Samples.product(1))
        try await until("it is there") { mine.counts == [.open: 1] }
    }

    @Test func favoritesAreLoaded() async throws {
        let folder = try TemporaryFolder()
        let store = DeviceStores.favorites(folder.url)
        try await store.save(Samples.favorite(1))
        let favorites = Favorites(store: store, language: .korean, now: { Samples.moment })
        let model = FavoritesModel(favorites, service: calls, dependencies: dependencies)
        let loading = Task { await model.load() }
        try await calls.details.next().fail(Samples.offline)
        await loading.value
        #expect(model.failure != nil)
        connectivity.networkReturned()
        try await calls.details.next().response(Samples.product(1))
        try await until("they are there") { model.failure == nil }
    }

    @Test func categoriesAreLoaded() async throws {
        let categories = MarketCategories(service: calls, language: .korean, connectivity: connectivity)
        let loading = Task { await categories.load() }
        try await calls.categoryLists.next().fail(Samples.offline)
        await loading.value
        connectivity.networkReturned()
        try await calls.categoryLists.next().response(CategoryListResponse(categories: []))
        try await until("they are there") { if case .loaded = categories.state { true } else { false } }
    }

    @Test func screensThatAreGoneLoadNothing() async throws {
        weak var list: ProductListModel?
        do {
            let shown = self.list()
            list = shown
            let loading = Task { await shown.load() }
            try await calls.pages.next().fail(Samples.offline)
            await loading.value
        }
        try await until("the screen is gone") { list == nil }
        connectivity.networkReturned()
        await settle()
        #expect(calls.pages.requests.count == 1)
    }
}
