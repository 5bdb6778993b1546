import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct ProductLoadingTests {
    @Test func whatTheListKnewIsShownAtOnce() async throws {
        let fixture = ProductFixture(known: Samples.product(9, name: "의자").listed)
        #expect(fixture.model.viewData?.row.name == "의자")
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.details.next()
        #expect(fixture.model.state == .loading(Samples.product(9, name: "의자").listed))
        #expect(fixture.model.viewData?.row.name == "의자")
        #expect(fixture.model.viewData?.description == nil)
        call.response(Samples.product(9, name: "의자", description: "첫 줄\n둘째 줄"))
        await loading.value
        #expect(fixture.model.viewData?.description == "첫 줄\n둘째 줄")
        #expect(fixture.model.viewData?.seller == "민수")
        #expect(fixture.model.viewData?.sellerSince == "2026년 3월부터 판매하고 있어요")
        #expect(fixture.model.viewData?.listed == "3시간 전 등록")
    }

    @Test func missingDescriptionIsSaid() async throws {
        let fixture = ProductFixture()
        try await fixture.load(Samples.product(9))
        #expect(fixture.model.viewData?.description == "상품 설명이 없어요.")
    }

    @Test func discountShowsBothPrices() async throws {
        let fixture = ProductFixture()
        try await fixture.load(Samples.product(9, pricing: Samples.pricing(2000, off: 1, .usd), stock: 0))
        #expect(fixture.model.viewData?.row.price == "$19.99")
        #expect(fixture.model.viewData?.row.struckPrice == "$20")
        #expect(fixture.model.viewData?.row.isSoldOut == true)
    }

    @Test(
        arguments: [
            (.open, true), (.reserved(until: Samples.moment), true), (.sold(at: Samples.moment), false),
        ] as [(ListingState, Bool)]
    )
    func reducedPriceIsSaidWhileTheProductIsForSale(_ state: ListingState, _ isSaid: Bool) async throws {
        let reduction = PriceReduction(lowest: Money(minorUnits: 12_000, currency: .krw), reducedAt: Samples.moment)
        let product = Samples.product(9, state: state, reduction: reduction)
        let sentence = "가격 인하 · 이전 30일 최저가 12,000원"
        let fixture = ProductFixture(known: product.listed)
        #expect(fixture.model.viewData?.row.reduced == (isSaid ? sentence : nil), "what the list knew")
        try await fixture.load(product)
        #expect(fixture.model.viewData?.row.reduced == (isSaid ? sentence : nil))
        let row = ProductRow(product.listed, language: .korean, now: Samples.moment)
        #expect(row.reduced == (isSaid ? sentence : nil))
        #expect(row.accessibilityLabel.contains(sentence) == isSaid)
    }

    @Test func failureIsShownWithWhatTheListKnewAndCanBeTriedAgain() async throws {
        let known = Samples.product(9).listed
        let fixture = ProductFixture(known: known)
        let loading = Task { await fixture.model.load() }
        try await fixture.calls.details.next().fail(Samples.offline)
        await loading.value
        #expect(fixture.model.state == .failed(Samples.offline, known))
        #expect(fixture.model.viewData != nil)
        try await fixture.load(Samples.product(9))
        #expect(fixture.model.product?.id == Samples.id(9))
    }

    @Test(arguments: [Samples.gone, Samples.refusal(404, .notFound), Samples.refusal(410, .deleted)])
    func productThatIsNotThereAnyMoreIsGone(_ error: MarketClientError) async throws {
        let fixture = ProductFixture(known: Samples.product(9).listed)
        let loading = Task { await fixture.model.load() }
        try await fixture.calls.details.next().fail(error)
        await loading.value
        #expect(fixture.model.state == .gone)
        #expect(fixture.model.viewData == nil)
    }

    @Test func hiddenProductIsShownToItsSellerWhoHasOnlyAToken() async throws {
        let fixture = ProductFixture(rights: [Samples.id(9): "right"])
        let loading = Task { await fixture.model.load() }
        try await fixture.calls.details.next().fail(Samples.gone)
        let call = try await fixture.calls.ownDetails.next()
        #expect(call.request == "right")
        call.response(Samples.product(9, state: .hidden))
        await loading.value
        #expect(fixture.model.viewData?.row.badge == "숨김")
        #expect(fixture.model.isOwn)
    }

    @Test func hiddenProductIsGoneIfNeitherTheTokenNorThePasswordIsValidAnyMore() async throws {
        let fixture = ProductFixture(own: [Samples.id(9)], rights: [Samples.id(9): "ended"])
        let loading = Task { await fixture.model.load() }
        try await fixture.calls.details.next().fail(Samples.gone)
        try await fixture.calls.ownDetails.next().fail(Samples.refusal(403, .invalidRight))
        let check = try await fixture.calls.checks.next()
        #expect(check.request == "secret")
        check.fail(Samples.refusal(403, .wrongSecret))
        await loading.value
        #expect(fixture.model.state == .gone)
    }

    @Test func hiddenProductThatCannotBeLoadedNowIsNotGone() async throws {
        let fixture = ProductFixture(rights: [Samples.id(9): "right"])
        let loading = Task { await fixture.model.load() }
        try await fixture.calls.details.next().fail(Samples.gone)
        try await fixture.calls.ownDetails.next().fail(Samples.offline)
        await loading.value
        #expect(fixture.model.state == .failed(Samples.offline, nil))
    }

    @Test func cancelledLoadCanBeginAnew() async throws {
        let fixture = ProductFixture()
        let loading = Task { await fixture.model.load() }
        _ = try await fixture.calls.details.next()
        loading.cancel()
        await loading.value
        #expect(fixture.model.state == .idle)
        try await fixture.load(Samples.product(9))
        #expect(fixture.model.product != nil)
    }

    @Test func leavingTheScreenStopsEverything() async throws {
        let fixture = ProductFixture()
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.details.next()
        fixture.model.stop()
        await loading.value
        #expect(fixture.model.state == .idle)
        #expect(!call.isPending)
    }

    @Test func failedReloadKeepsTheProduct() async throws {
        let fixture = ProductFixture()
        try await fixture.load(Samples.product(9))
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.details.next()
        #expect(fixture.model.product != nil)
        call.fail(Samples.offline)
        await loading.value
        #expect(fixture.model.product != nil)
    }

    @Test func oneOwnsWhatOneHasListed() async throws {
        let own = ProductFixture(own: [Samples.id(9)])
        try await own.load(Samples.product(9))
        #expect(own.model.isOwn)
        let other = ProductFixture(own: [Samples.id(8)])
        try await other.load(Samples.product(9))
        #expect(!other.model.isOwn)
    }

    @Test func editIsShownAndAnOlderAnswerDoesNotUndoIt() async throws {
        let fixture = ProductFixture()
        try await fixture.load(Samples.product(9, name: "처음"))
        fixture.calls.details.hearsCancellation = false
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.details.next()
        fixture.model.apply(.edited(Samples.product(9, name: "나중", version: 2)))
        call.response(Samples.product(9, name: "처음"))
        await loading.value
        #expect(fixture.model.viewData?.row.name == "나중")
        fixture.model.apply(.edited(Samples.product(8, name: "다른 상품", version: 3)))
        #expect(fixture.model.viewData?.row.name == "나중")
    }

    @Test func deletionMakesItGone() async throws {
        let fixture = ProductFixture()
        try await fixture.load(Samples.product(9))
        fixture.model.apply(.deleted(Samples.id(8)))
        #expect(fixture.model.product != nil)
        fixture.model.apply(.deleted(Samples.id(9)))
        #expect(fixture.model.state == .gone)
        #expect(fixture.model.gallery.slots.isEmpty)
    }
}
