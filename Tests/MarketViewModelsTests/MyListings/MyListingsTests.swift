import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import TestMarkets
import Testing

@MainActor
struct MyListingsTests {
    private let calls = SuspendingCalls()

    private func model(_ store: MemoryIdentityStore) -> MyListingsModel {
        MyListingsModel(
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            dependencies: .test
        )
    }

    private func listings(_ model: MyListingsModel) -> [MyListing] {
        guard case .loaded(let listings, _) = model.state else { return [] }
        return listings
    }

    @Test func whoHasListedNothingSeesThat() async {
        let model = model(MemoryIdentityStore())
        guard case .idle = model.state else { Issue.record("not idle"); return }
        await model.load()
        guard case .empty = model.state else { Issue.record("not empty"); return }
    }

    @Test func identityThatCannotBeReadIsSaid() async {
        let model = model(MemoryIdentityStore(isBroken: true))
        await model.load()
        guard case .failed = model.state else { Issue.record("not failed"); return }
    }

    @Test func hiddenProductsAreLoadedWithThePassword() async throws {
        let ids = [Samples.id(1), Samples.id(2), Samples.id(3)]
        let store = MemoryIdentityStore([ids[0]: "하나", ids[1]: "둘"], rights: [ids[2]: "right"])
        let model = model(store)
        let loading = Task { await model.load() }
        for _ in ids {
            let call = try await calls.details.next()
            // The first is for sale, the second hidden, the third unknown.
            if call.request == ids[0] { call.response(Samples.product(1)) } else { call.fail(Samples.gone) }
        }
        let check = try await calls.checks.next()
        #expect(check.request == "둘")
        check.response(Samples.product(2, state: .hidden))
        await loading.value
        let shown = listings(model)
        #expect(shown.map(\.id) == [ids[2], ids[1], ids[0]])
        #expect(shown.map { $0.model?.state } == [nil, .hidden, .open])
        guard case .concealed = shown[0].status else { Issue.record("not concealed"); return }
        #expect(model.counts == [.open: 1, .hidden: 1])
        #expect(model.label(of: nil) == "전체 2")
        #expect(model.label(of: .hidden) == "숨김 1")
        model.tab = .hidden
        #expect(listings(model).map(\.id) == [ids[1]])
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
            let listed = try #require(await listChair(with: app.listingForm(preferences), photos: ArticlePhotos.two))
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
            #expect(screen.viewData?.badge == "Hidden")
            #expect(screen.isOwn)
            await chair.perform(.bump)
            #expect(chair.message == "Only products for sale can be moved to the top.")
        }
    }
}
