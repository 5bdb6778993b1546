import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct FavoritesTests {
    // MARK: Hearts

    @Test func heartShowsOnEveryScreenAndAfterTheNextLaunch() async throws {
        let fixture = try await FavoritesFixture()
        let product = Samples.product(9)
        let list = ProductListModel(
            service: fixture.calls,
            preferences: MemoryPreferences(),
            dependencies: fixture.dependencies
        )
        let screen = ProductModel<String>(
            product.id,
            known: product.listed,
            service: fixture.calls,
            dependencies: fixture.dependencies,
            loadImage: { _ in "" }
        )
        await list.toggleFavorite(product.listed)
        #expect(list.isFavorite(product.id))
        #expect(screen.isFavorite)
        await fixture.favorites.load()
        #expect(fixture.rows.map(\.id) == [product.id])
        #expect(try await fixture.stored().map(\.id) == [product.id])
        await screen.toggleFavorite()
        #expect(!list.isFavorite(product.id))
        #expect(fixture.model.state == .empty)
        #expect(try await fixture.stored().isEmpty)
    }

    @Test func favoritesAreNotLoadedAtEveryAppearance() async throws {
        let fixture = try await FavoritesFixture(saved: [
            SavedProduct(Samples.product(9).listed, savedAt: Samples.moment)
        ])
        try await fixture.load { _ in Samples.product(9) }
        let asked = fixture.calls.details.requests.count
        await fixture.model.appear()
        #expect(fixture.calls.details.requests.count == asked)
        // A new one isn't known yet.
        await fixture.favorites.toggle(Samples.product(8).listed)
        let appearing = Task { await fixture.model.appear() }
        for _ in 1...2 {
            let call = try await fixture.calls.details.next()
            call.response(Samples.product(call.request.rawValue))
        }
        await appearing.value
    }

    @Test func twoTapsAtOnceLeaveItAsItWas() async throws {
        let fixture = try await FavoritesFixture()
        let product = Samples.product(9).listed
        let taps = [Task { await fixture.favorites.toggle(product) }, Task { await fixture.favorites.toggle(product) }]
        for tap in taps { await tap.value }
        #expect(!fixture.favorites.contains(product.id))
        #expect(try await fixture.stored().isEmpty)
    }

    @Test func tapBeforeTheFavoritesAreReadRemovesWhatWasSaved() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(9)])
        #expect(!fixture.favorites.contains(Samples.id(9)))
        await fixture.favorites.toggle(Samples.product(9).listed)
        #expect(try await fixture.stored().isEmpty)
    }

    @Test func fullDeviceLosesNothingUntilTheAppEndsAndIsSaidOnce() async throws {
        let fixture = try await FavoritesFixture(isFull: true)
        await fixture.favorites.toggle(Samples.product(1).listed)
        #expect(fixture.favorites.message?.contains("저장하지 못했어요") == true)
        fixture.favorites.dismissMessage()
        await fixture.favorites.toggle(Samples.product(2).listed)
        #expect(fixture.favorites.message == nil)
        #expect(fixture.rows.map(\.id) == [2, 1].map(Samples.id))
    }

    @Test func oneAboveTheLimitIsRefusedWithAReasonEachTime() async throws {
        let fixture = try await FavoritesFixture(saved: (1...300).map { Samples.favorite($0) })
        for _ in 1...2 {
            await fixture.favorites.toggle(Samples.product(301).listed)
            #expect(fixture.favorites.message?.contains("300개까지") == true)
            fixture.favorites.dismissMessage()
        }
        #expect(!fixture.favorites.contains(Samples.id(301)))
        #expect(fixture.favorites.saved.count == 300)
    }

    @Test func unreadableFavoritesAreSaidAndReadAgain() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(1)])
        // A folder where the file was can't be read.
        let file = try fixture.folder.file(named: "1.json")
        try FileManager.default.moveItem(at: file, to: fixture.folder.url.appending(path: "elsewhere"))
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        await fixture.model.load()
        #expect(fixture.model.state == .failed)
        #expect(fixture.model.failure?.contains("불러오지 못했어요") == true)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: fixture.folder.url.appending(path: "elsewhere"), to: file)
        try await fixture.load { _ in Samples.product(1) }
        #expect(fixture.rows.map(\.status) == [.unchanged])
    }

    // MARK: What has become of them

    @Test func whatHasBecomeOfEachIsSaid() async throws {
        let before = (1...7).map { Samples.favorite($0, price: 10_000) }
        let fixture = try await FavoritesFixture(saved: before)
        try await fixture.load { id throws(MarketClientError) in
            switch id.rawValue {
            case 1: Samples.product(1, pricing: Samples.pricing(10_000))
            // The price that is paid counts, however it is made up.
            case 2: Samples.product(2, pricing: Samples.pricing(12_000, off: 7000))
            case 3: Samples.product(3, pricing: Samples.pricing(10_500))
            case 4: Samples.product(4, pricing: Samples.pricing(5000), stock: 0)
            case 5: Samples.product(5, pricing: Samples.pricing(999, .usd))
            case 6: throw Samples.gone
            default: throw Samples.refusal(503, .busy)
            }
        }
        #expect(
            fixture.rows.map(\.status) == [
                .failed(Samples.refusal(503, .busy)), .gone, .otherCurrency, .soldOut,
                .dearer(Money(minorUnits: 500, currency: .krw)), .cheaper(Money(minorUnits: 5000, currency: .krw)),
                .unchanged,
            ]
        )
        #expect(
            fixture.rows.map(\.note) == [
                "지금 상태를 확인하지 못했어요", "더 이상 판매하지 않는 상품이에요.", "찜했을 때와 통화가 달라졌어요", "품절",
                "찜했을 때보다 500원 비싸졌어요", "찜했을 때보다 5,000원 싸졌어요", nil,
            ]
        )
        #expect(fixture.rows[5].row.price == "5,000원")
        #expect(fixture.rows[5].accessibilityLabel.hasSuffix(", 찜했을 때보다 5,000원 싸졌어요"))
        #expect(fixture.model.failure?.isEmpty == false)
    }

    @Test func goneOneKeepsItsNameAndCanBeRemoved() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(3)])
        try await fixture.load { _ throws(MarketClientError) in throw Samples.gone }
        let row = try #require(fixture.rows.first)
        #expect(row.isGone)
        #expect(row.row.name == "의자 3")
        #expect(row.accessibilityLabel == "의자 3, 더 이상 판매하지 않는 상품이에요.")
        await fixture.model.remove(row.id)
        #expect(fixture.model.state == .empty)
        #expect(try await fixture.stored().isEmpty)
    }

    @Test func refreshWhoseTaskIsCancelledIsNotInFlightAnyMore() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(1)])
        let loading = Task { await fixture.model.load() }
        _ = try await fixture.calls.details.next()
        #expect(fixture.model.state == .loaded(fixture.rows, .inFlight))
        loading.cancel()
        await loading.value
        #expect(fixture.model.state == .loaded(fixture.rows, .none))
    }

    @Test func refreshThatAnotherOneReplacesStaysInFlight() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(1)])
        let first = Task { await fixture.model.load() }
        _ = try await fixture.calls.details.next()
        let second = Task { await fixture.model.load() }
        let call = try await fixture.calls.details.next()
        await first.value
        #expect(fixture.model.state == .loaded(fixture.rows, .inFlight))
        call.response(Samples.product(1))
        await second.value
        #expect(fixture.model.state == .loaded(fixture.rows, .none))
    }

    /// What its seller or the operator hides is gone for others, until it is shown again.
    @Test(arguments: [true, false]) func oneThatIsForSaleAgainShowsAgain(wasSaidElsewhere: Bool) async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(3)])
        if wasSaidElsewhere {
            fixture.model.apply(.deleted(Samples.id(3)))
        } else {
            try await fixture.load { _ throws(MarketClientError) in throw Samples.gone }
            #expect(fixture.rows.map(\.status) == [.gone])
        }
        try await fixture.load { _ in Samples.product(3) }
        #expect(fixture.rows.map(\.status) == [.unchanged])
    }

    @Test func savedNamesAreShownWhileTheProductsLoadAndFewLoadAtOnce() async throws {
        let fixture = try await FavoritesFixture(saved: (1...9).map { Samples.favorite($0) })
        let loading = Task { await fixture.model.load() }
        try await until("the first calls are made") { fixture.calls.details.requests.count == 4 }
        await settle()
        #expect(fixture.calls.details.requests.map(\.rawValue).sorted() == [6, 7, 8, 9])
        #expect(fixture.rows.map(\.row.name) == (1...9).reversed().map { "의자 \($0)" })
        #expect(fixture.rows.allSatisfy { $0.status == .loading })
        for number in 1...9 {
            let call = try await fixture.calls.details.next()
            #expect(fixture.calls.details.requests.count <= number + 3)
            call.response(Samples.product(call.request.rawValue))
        }
        await loading.value
        #expect(fixture.rows.allSatisfy { $0.status == .unchanged })
    }

    @Test func withoutANetworkNoFurtherOnesAreRequestedAndTheNextTryLoadsAll() async throws {
        let fixture = try await FavoritesFixture(saved: (1...20).map { Samples.favorite($0) })
        let loading = Task { await fixture.model.load() }
        for _ in 1...4 { try await fixture.calls.details.next().fail(Samples.offline) }
        await loading.value
        #expect(fixture.calls.details.requests.count == 4)
        #expect(fixture.rows.allSatisfy { $0.status == .failed(Samples.offline) && $0.row.name.hasPrefix("의자") })
        #expect(fixture.model.failure?.contains("인터넷 연결") == true)
        try await fixture.load { Samples.product($0.rawValue) }
        #expect(fixture.rows.allSatisfy { $0.status == .unchanged })
        #expect(fixture.model.failure == nil)
    }

    @Test(arguments: [(0, false), (1, true)])
    func reservationThatHasEndedIsNotSaidWithoutANetwork(_ days: Int, _ isSaid: Bool) async throws {
        let product = Samples.product(9, state: .reserved(until: Samples.moment.adding(days: days)))
        let fixture = try await FavoritesFixture(saved: [SavedProduct(product.listed, savedAt: Samples.moment)])
        try await fixture.load { _ throws(MarketClientError) in throw Samples.offline }
        #expect(fixture.rows.map { $0.row.badge != nil } == [isSaid])
    }

    @Test func knownStatesStayWhenARefreshFails() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(1)])
        try await fixture.load { _ in Samples.product(1, pricing: Samples.pricing(9000)) }
        try await fixture.load { _ throws(MarketClientError) in throw Samples.offline }
        #expect(fixture.rows.map(\.status) == [.cheaper(Money(minorUnits: 1000, currency: .krw))])
        #expect(fixture.model.failure != nil)
    }

    @Test func leavingTheScreenCancelsAndReturningLoads() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(1)])
        let first = Task { await fixture.model.load() }
        _ = try await fixture.calls.details.next()
        fixture.model.stop()
        await first.value
        #expect(fixture.model.failure == nil)
        try await fixture.load { _ in Samples.product(1, stock: 0) }
        #expect(fixture.rows.map(\.status) == [.soldOut])
    }

    @Test func changesOfOtherScreensShowAndAnOlderResponseDoesNotUndoThem() async throws {
        let fixture = try await FavoritesFixture(saved: [Samples.favorite(1), Samples.favorite(2)])
        let loading = Task { await fixture.model.load() }
        let calls = [try await fixture.calls.details.next(), try await fixture.calls.details.next()]
        fixture.model.apply(.edited(Samples.product(1, pricing: Samples.pricing(8000), version: 2)))
        fixture.model.apply(.deleted(Samples.id(2)))
        for call in calls { call.response(Samples.product(call.request.rawValue)) }
        await loading.value
        #expect(fixture.rows.map(\.status) == [.gone, .cheaper(Money(minorUnits: 2000, currency: .krw))])
    }
}
