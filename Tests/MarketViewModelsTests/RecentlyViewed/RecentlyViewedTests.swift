import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct RecentlyViewedTests {
    private let folder: TemporaryFolder
    private let calls = SuspendingCalls()
    private let store: FileProductStore
    private let dependencies: AppDependencies
    private let model: RecentlyViewedModel

    init() throws {
        folder = try TemporaryFolder()
        store = DeviceStores.viewed(folder.url)
        var dependencies = AppDependencies.test
        dependencies.recentlyViewed = store
        dependencies.market = Samples.market
        self.dependencies = dependencies
        model = RecentlyViewedModel(store: store, dependencies: dependencies)
    }

    private func screen(_ number: Int64, known: ListedProduct? = nil) -> ProductModel<String> {
        ProductModel(
            Samples.id(number),
            known: known,
            service: calls,
            dependencies: dependencies,
            loadImage: { _ in "" }
        )
    }

    private func view(_ product: DetailedProduct) async throws {
        let screen = screen(product.id.rawValue)
        let loading = Task { await screen.load() }
        try await calls.details.next().response(product)
        await loading.value
    }

    @Test func viewedProductIsListedAsItWasShown() async throws {
        await model.load()
        #expect(model.state == .empty)
        try await view(Samples.product(4, name: "책상"))
        await model.load()
        #expect(model.products == [Samples.product(4, name: "책상").listed])
        #expect(model.products.map { model.row(of: $0).name } == ["책상"])
    }

    /// The market shows a lower price as such for 30 days, and ends reservations by itself.
    @Test(arguments: [(0, true), (31, false)])
    func whatHasEndedSinceIsNotSaid(_ days: Int, _ isSaid: Bool) async throws {
        let state = ListingState.reserved(until: Samples.moment.adding(days: 1))
        let reduction = PriceReduction(lowest: Money(minorUnits: 12_000, currency: .krw), reducedAt: Samples.moment)
        try await view(Samples.product(4, state: state, reduction: reduction))
        var later = dependencies
        later.now = { Samples.moment.adding(days: days) }
        let model = RecentlyViewedModel(store: store, dependencies: later)
        await model.load()
        let row = try #require(model.products.map { model.row(of: $0) }.first)
        #expect((row.badge != nil) == isSaid)
        #expect((row.reduced != nil) == isSaid)
    }

    @Test func productThatDidNotLoadWasNotViewed() async throws {
        let screen = screen(4, known: Samples.product(4).listed)
        let loading = Task { await screen.load() }
        try await calls.details.next().fail(Samples.offline)
        await loading.value
        await model.load()
        #expect(model.state == .empty)
    }

    @Test func deletedProductLeavesTheList() async throws {
        try await view(Samples.product(1))
        try await view(Samples.product(2))
        try await view(Samples.product(3))
        await model.load()
        await model.apply(.deleted(Samples.id(2)))
        #expect(model.products.map(\.id) == [3, 1].map(Samples.id))
        // Opened from the list, it turns out to be gone.
        let screen = screen(1)
        let loading = Task { await screen.load() }
        try await calls.details.next().fail(Samples.gone)
        await loading.value
        await model.load()
        #expect(model.products.map(\.id) == [Samples.id(3)])
    }

    @Test func editedProductShowsItsNewName() async throws {
        try await view(Samples.product(1))
        await model.load()
        await model.apply(.edited(Samples.product(1, name: "새 의자", version: 2)))
        #expect(model.products.map(\.name) == ["새 의자"])
    }

    @Test func oneOrAllCanBeRemovedForGood() async throws {
        for number in 1...3 as ClosedRange<Int64> { try await view(Samples.product(number)) }
        await model.load()
        await model.remove(Samples.id(2))
        #expect(model.products.map(\.id) == [3, 1].map(Samples.id))
        await model.removeAll()
        #expect(model.state == .empty)
        await model.load()
        #expect(model.state == .empty)
    }

    @Test func fullDeviceShowsTheProductAsAlways() async throws {
        var full = dependencies
        full.recentlyViewed = DeviceStores.viewed(try folder.unwritable())
        let screen = ProductModel<String>(Samples.id(1), service: calls, dependencies: full, loadImage: { _ in "" })
        let loading = Task { await screen.load() }
        try await calls.details.next().response(Samples.product(1))
        await loading.value
        #expect(screen.state == .loaded(Samples.product(1)))
    }

    @Test func unreadableProductsAreSaid() async throws {
        try await view(Samples.product(1))
        let file = try folder.file(named: "1.json")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        await model.load()
        #expect(model.state == .failed)
        #expect(model.failure?.contains("최근 본 상품") == true)
    }

    // MARK: Sharing

    @Test func productIsSharedWithItsNamePriceAndPage() async throws {
        let product = Samples.product(4, name: "나무 의자", pricing: Samples.pricing(15_000, off: 3000))
        let known = screen(4, known: product.listed)
        #expect(known.shareItem?.title == "나무 의자")
        #expect(known.shareItem?.text == "나무 의자 · 12,000원")
        #expect(known.shareItem?.url.absoluteString == "\(Samples.market.absoluteString)/products/4")
        #expect(known.shareItem.flatMap { ProductLink($0.url) }?.product == product.id)
        let unknown = screen(4)
        #expect(unknown.shareItem == nil)
        let loading = Task { await unknown.load() }
        try await calls.details.next().response(product)
        await loading.value
        #expect(unknown.shareItem == known.shareItem)
    }

    @Test func deletedProductIsNotShared() {
        let screen = screen(4, known: Samples.product(4).listed)
        screen.apply(.deleted(Samples.id(4)))
        #expect(screen.shareItem == nil)
    }
}
