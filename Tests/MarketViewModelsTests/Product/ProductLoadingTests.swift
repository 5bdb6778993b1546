import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductLoadingTests {
    @Test func whatTheListKnewIsShownAtOnce() async throws {
        let world = ProductWorld(known: Samples.product(9, name: "의자").listed)
        #expect(world.model.facts?.name == "의자")
        let loading = Task { await world.model.load() }
        let call = try await world.calls.details.next()
        #expect(world.model.state == .loading(Samples.product(9, name: "의자").listed))
        #expect(world.model.facts?.name == "의자")
        #expect(world.model.facts?.description == nil)
        call.answer(Samples.product(9, name: "의자", description: "첫 줄\n둘째 줄"))
        await loading.value
        #expect(world.model.facts?.description == "첫 줄\n둘째 줄")
        #expect(world.model.facts?.seller == "민수")
        #expect(world.model.facts?.sellerSince == "2026년 3월부터 판매하고 있어요")
        #expect(world.model.facts?.listed == "3시간 전 등록")
    }

    @Test func missingDescriptionIsSaid() async throws {
        let world = ProductWorld()
        try await world.load(Samples.product(9))
        #expect(world.model.facts?.description == "상품 설명이 없어요.")
    }

    @Test func discountShowsBothPrices() async throws {
        let world = ProductWorld()
        try await world.load(Samples.product(9, pricing: Samples.pricing(2000, off: 1, .usd), stock: 0))
        #expect(world.model.facts?.price == "$19.99")
        #expect(world.model.facts?.struckPrice == "$20")
        #expect(world.model.facts?.isSoldOut == true)
    }

    @Test func failureIsShownWithWhatTheListKnewAndCanBeTriedAgain() async throws {
        let known = Samples.product(9).listed
        let world = ProductWorld(known: known)
        let loading = Task { await world.model.load() }
        try await world.calls.details.next().fail(Samples.offline)
        await loading.value
        #expect(world.model.state == .failed(Samples.offline, known))
        #expect(world.model.facts != nil)
        try await world.load(Samples.product(9))
        #expect(world.model.product?.id == Samples.id(9))
    }

    @Test(arguments: [Samples.gone, Samples.refusal(404, .notFound), Samples.refusal(410, nil)])
    func productThatIsNotThereAnyMoreIsGone(_ error: MarketClientError) async throws {
        let world = ProductWorld(known: Samples.product(9).listed)
        let loading = Task { await world.model.load() }
        try await world.calls.details.next().fail(error)
        await loading.value
        #expect(world.model.state == .gone)
        #expect(world.model.facts == nil)
    }

    @Test func cancelledLoadCanBeginAnew() async throws {
        let world = ProductWorld()
        let loading = Task { await world.model.load() }
        _ = try await world.calls.details.next()
        loading.cancel()
        await loading.value
        #expect(world.model.state == .idle)
        try await world.load(Samples.product(9))
        #expect(world.model.product != nil)
    }

    @Test func leavingTheScreenStopsEverything() async throws {
        let world = ProductWorld()
        let loading = Task { await world.model.load() }
        let call = try await world.calls.details.next()
        world.model.stop()
        await loading.value
        #expect(world.model.state == .idle)
        #expect(!call.isPending)
    }

    @Test func lookingAgainKeepsWhatIsShownWhenNothingComes() async throws {
        let world = ProductWorld()
        try await world.load(Samples.product(9))
        let loading = Task { await world.model.load() }
        let call = try await world.calls.details.next()
        #expect(world.model.product != nil)
        call.fail(Samples.offline)
        await loading.value
        #expect(world.model.product != nil)
    }

    @Test func oneOwnsWhatOneHasListed() async throws {
        let own = ProductWorld(own: [Samples.id(9)])
        try await own.load(Samples.product(9))
        #expect(own.model.isOwn)
        let other = ProductWorld(own: [Samples.id(8)])
        try await other.load(Samples.product(9))
        #expect(!other.model.isOwn)
    }

    @Test func editIsShownAndAnOlderAnswerDoesNotUndoIt() async throws {
        let world = ProductWorld()
        try await world.load(Samples.product(9, name: "처음"))
        world.calls.details.hearsCancellation = false
        let loading = Task { await world.model.load() }
        let call = try await world.calls.details.next()
        world.model.apply(.edited(Samples.product(9, name: "나중", version: 2)))
        call.answer(Samples.product(9, name: "처음"))
        await loading.value
        #expect(world.model.facts?.name == "나중")
        world.model.apply(.edited(Samples.product(8, name: "다른 상품", version: 3)))
        #expect(world.model.facts?.name == "나중")
    }

    @Test func deletionMakesItGone() async throws {
        let world = ProductWorld()
        try await world.load(Samples.product(9))
        world.model.apply(.deleted(Samples.id(8)))
        #expect(world.model.product != nil)
        world.model.apply(.deleted(Samples.id(9)))
        #expect(world.model.state == .gone)
        #expect(world.model.gallery.slots.isEmpty)
    }
}
