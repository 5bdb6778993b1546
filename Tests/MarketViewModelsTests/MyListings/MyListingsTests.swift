import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Synchronization
import TestMarkets
import Testing

@MainActor
struct MyListingsTests {
    private final class Clock: Sendable {
        let moment = Mutex(Samples.moment)
    }

    private let calls = SuspendingCalls()

    private let clock = Clock()

    private func model(_ store: MemoryIdentityStore) -> MyListingsModel {
        var dependencies = AppDependencies.test
        dependencies.now = { [clock] in clock.moment.withLock(\.self) }
        return MyListingsModel(
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            dependencies: dependencies
        )
    }

    private func listings(_ model: MyListingsModel) -> [MyListing] {
        guard case .loaded(let listings, _) = model.state else { return [] }
        return listings
    }

    @Test func whoHasListedNothingSeesThat() async {
        let model = model(MemoryIdentityStore())
        guard case .loading = model.state else { Issue.record("not loading"); return }
        await model.load()
        guard case .empty = model.state else { Issue.record("not empty"); return }
    }

    @Test func identityThatCannotBeReadIsSaid() async {
        let model = model(MemoryIdentityStore(isBroken: true))
        await model.load()
        guard case .failed = model.state else { Issue.record("not failed"); return }
    }

    @Test func hiddenProductsAreLoadedWithTheTokenOrThePassword() async throws {
        let ids = [Samples.id(1), Samples.id(2), Samples.id(3), Samples.id(4)]
        let store = MemoryIdentityStore([ids[0]: "하나", ids[1]: "둘"], rights: [ids[2]: "right", ids[3]: "ended"])
        let model = model(store)
        let loading = Task { await model.load() }
        for _ in ids {
            let call = try await calls.details.next()
            // The first is for sale, the second and the third are hidden, the fourth is unknown.
            if call.request == ids[0] { call.response(Samples.product(1)) } else { call.fail(Samples.gone) }
        }
        let check = try await calls.checks.next()
        #expect(check.request == "둘")
        check.response(Samples.product(2, state: .hidden))
        for _ in 1...2 {
            let call = try await calls.ownDetails.next()
            if call.request == "right" {
                call.response(Samples.product(3, state: .hidden))
            } else {
                call.fail(Samples.refusal(403, .invalidRight))
            }
        }
        await loading.value
        let shown = listings(model)
        #expect(shown.map(\.id) == [ids[3], ids[2], ids[1], ids[0]])
        #expect(shown.map { $0.model?.state } == [nil, .hidden, .hidden, .open])
        guard case .concealed = shown[0].status else { Issue.record("not concealed"); return }
        #expect(model.counts == [.open: 1, .hidden: 2])
        #expect(model.label(of: nil) == "전체 3")
        #expect(model.label(of: .hidden) == "숨김 2")
        model.tab = .hidden
        #expect(listings(model).map(\.id) == [ids[2], ids[1]])
    }

    @Test func listingsAreLoadedAgainWhenTheyMayHaveChangedAndNotAtEveryAppearance() async throws {
        let store = MemoryIdentityStore([Samples.id(1): "하나"])
        let model = model(store)
        func appear(asking ids: [Product.ID], _ answer: (Product.ID) -> Result<DetailedProduct, MarketClientError>)
            async throws
        {
            let appearing = Task { await model.appear() }
            for _ in ids {
                let call = try await calls.details.next()
                switch answer(call.request) {
                case .success(let product): call.response(product)
                case .failure(let error): call.fail(error)
                }
            }
            await appearing.value
        }
        // What failed is tried again at once.
        try await appear(asking: [Samples.id(1)]) { _ in .failure(Samples.offline) }
        try await appear(asking: [Samples.id(1)]) { _ in .success(Samples.product(1)) }
        let asked = calls.details.requests.count
        clock.moment.withLock { $0 = $0.adding(seconds: 59) }
        await model.appear()
        #expect(calls.details.requests.count == asked)
        // Another one has come, for example by a link.
        try await store.save("둘", of: Samples.id(2), in: Samples.market)
        try await appear(asking: [Samples.id(2), Samples.id(1)]) { .success(Samples.product($0.rawValue)) }
        #expect(listings(model).count == 2)
        clock.moment.withLock { $0 = $0.adding(seconds: 61) }
        try await appear(asking: [Samples.id(2), Samples.id(1)]) { .success(Samples.product($0.rawValue)) }
        // Whoever pulls the list down wants it now.
        let loading = Task { await model.load() }
        for _ in 1...2 {
            let call = try await calls.details.next()
            call.response(Samples.product(call.request.rawValue))
        }
        await loading.value
    }

    @Test func deletedProductsAreLeftOutAndOthersCanBeTriedAgain() async throws {
        let store = MemoryIdentityStore([Samples.id(1): "하나", Samples.id(2): "둘"])
        let model = model(store)
        let loading = Task { await model.load() }
        for _ in 1...2 {
            let call = try await calls.details.next()
            call.fail(call.request == Samples.id(1) ? Samples.offline : Samples.gone)
        }
        try await calls.checks.next().fail(Samples.gone)
        await loading.value
        guard case .loaded(let shown, .failed(Samples.offline)) = model.state else { Issue.record("no list"); return }
        #expect(shown.map(\.id) == [Samples.id(1)])
        let again = Task { await model.load() }
        for _ in 1...2 {
            let call = try await calls.details.next()
            if call.request == Samples.id(1) { call.response(Samples.product(1)) } else { call.fail(Samples.gone) }
        }
        try await calls.checks.next().fail(Samples.gone)
        await again.value
        #expect(listings(model).map { $0.model?.state } == [.open])
    }

    /// Against the real server in process.
    @Test func aListingLivesOnFromItsRow() async throws {
        try await withAppParts { app, _ in
            let preferences = MemoryPreferences()
            let list = app.list(preferences)
            await list.load()
            let listed = try #require(await listChair(with: app.listingForm(preferences), images: ArticlePhotos.two))
            list.apply(listed)
            let mine = MyListingsModel(service: app.client, keyring: app.keyring, dependencies: app.dependencies) {
                list.apply($0)
            }
            await mine.load()
            let chair = try #require(listings(mine).first?.model)
            #expect(mine.row(of: chair).badge == nil)
            for (action, badge) in [
                (SellerAction.reserve, "Reserved"), (.sell, "Sold"), (.open, "For sale"), (.hide, "Hidden"),
            ] {
                await chair.perform(action)
                #expect(chair.step == .done(action))
                #expect(chair.badge == badge)
                #expect(list.products.map(\.state.kind) == (action == .hide ? [] : [chair.state]))
            }
            await chair.perform(.open)
            let sentence = await reserve(chair.id, in: mine) { nil }
            #expect(sentence == "Reserved.")
            await chair.perform(.hide)
            // Hidden from others, but not from its seller.
            await #expect(throws: MarketClientError.self) { try await app.client.product(chair.id) }
            let again = MyListingsModel(service: app.client, keyring: app.keyring, dependencies: app.dependencies)
            await again.load()
            #expect(listings(again).first?.model?.state == .hidden)
            let screen = app.product(chair.product.listed, screen: PixelSize(width: 100, height: 100))
            await screen.load()
            #expect(screen.viewData?.row.badge == "Hidden")
            #expect(screen.isOwn)
            await chair.perform(.bump)
            #expect(chair.message == "Only products for sale can be moved to the top.")
        }
    }
}
