import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ListingStateTests {
    private final class Told {
        var changes: [ProductChange] = []
    }

    private let calls = SuspendingCalls()
    private let told = Told()

    private func model(
        _ product: DetailedProduct = Samples.product(9),
        _ store: MemoryIdentityStore = MemoryIdentityStore(rights: [Samples.id(9): "right"])
    ) -> ListingStateModel {
        ListingStateModel(
            product,
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            dependencies: .test
        ) { [told] in told.changes.append($0) }
    }

    private func perform(_ action: SellerAction, _ model: ListingStateModel) -> Task<Void, Never> {
        Task { await model.perform(action) }
    }

    /// The market's midnight is known by its moment only; the days are its own wherever the device is.
    @Test(arguments: [
        // In Seoul, and in New York.
        (Int64(1_772_636_400_000), "2026-03-04"), (1_772_686_800_000, "2026-03-04"),
    ])
    func lastReservedDayIsTheMarkets(end: Int64, day: String) {
        let end = Timestamp(millisecondsSinceEpoch: end)
        #expect(model(Samples.product(9, state: .reserved(until: end))).lastReservedDay?.text == day)
        #expect(model().lastReservedDay == nil)
    }

    /// At 08:52 in Seoul it is the day before in London.
    @Test func daysAreThoseOfTheDevice() throws {
        let moment = Timestamp(millisecondsSinceEpoch: Samples.moment.millisecondsSinceEpoch - 8 * 60_000)
        var dependencies = AppDependencies.test
        for (zone, day) in [("Asia/Seoul", "2026년 3월 5일"), ("Europe/London", "2026년 3월 4일")] {
            dependencies.calendar = try #require(MarketCalendar(timeZone: zone))
            func stateDay(_ state: ListingState, expiresAt: Timestamp? = nil) -> String? {
                let product = Samples.product(9, state: state, expiresAt: expiresAt)
                return ListingStateModel(product, service: calls, dependencies: dependencies) { _ in }.stateDay
            }
            #expect(stateDay(.sold(at: moment)) == day)
            #expect(stateDay(.expired(at: moment)) == day)
            #expect(stateDay(.open, expiresAt: moment) == "\(day)까지 판매")
            #expect(stateDay(.hidden, expiresAt: moment) == nil)
            let sold = Samples.product(9, state: .sold(at: moment)).listed
            let screen = ProductModel(sold.id, known: sold, service: calls, dependencies: dependencies) { _ in "" }
            #expect(screen.viewData?.stateDay == day)
        }
    }

    @Test func whatCanBeUndoneShowsAtOnce() async throws {
        let model = model()
        #expect(model.badge == "판매 중")
        #expect(model.actions == [.reserve, .sell])
        let performing = perform(.reserve, model)
        let call = try await calls.actions.next()
        #expect(call.request == .init(action: .reserve, credential: .token("right")))
        #expect(model.state == .reserved)
        #expect(model.actions.isEmpty)
        let changed = Samples.product(9, version: 2, state: .reserved(until: Samples.moment))
        call.response(changed)
        await performing.value
        #expect(model.step == .done(.reserve))
        #expect(model.message == "예약 중으로 바꿨어요.")
        #expect(model.stateDay == "2026년 3월 4일까지")
        #expect(model.actions == [.open, .sell])
        #expect(told.changes == [.edited(changed)])
    }

    @Test(arguments: [Samples.offline, Samples.refusal(409, .stateConflict, reason: "지금은 바꿀 수 없어요.")])
    func failureRestoresAndSaysSo(_ error: MarketClientError) async throws {
        let model = model()
        let performing = perform(.sell, model)
        let call = try await calls.actions.next()
        #expect(model.badge == "판매 완료")
        call.fail(error)
        await performing.value
        #expect(model.badge == "판매 중")
        #expect(model.step == .failed(.sell, error))
        #expect(model.message?.isEmpty == false)
        #expect(model.actions == [.reserve, .sell])
        #expect(told.changes.isEmpty)
        model.dismiss()
        #expect(model.message == nil)
    }

    /// The stock that a sold product has afterwards is known to the market only, and a renewal can't be undone.
    @Test(arguments: [
        (ListingState.sold(at: Samples.moment), SellerAction.open), (.expired(at: Samples.moment), .renew),
    ])
    func whatOnlyTheMarketKnowsShowsWhenItIsDone(_ state: ListingState, _ action: SellerAction) async throws {
        let model = model(Samples.product(9, state: state))
        #expect(model.actions.first == action)
        let performing = perform(action, model)
        let call = try await calls.actions.next()
        #expect(model.state == state.kind)
        call.response(Samples.product(9, version: 2))
        await performing.value
        #expect(model.state == .open)
    }

    @Test func passwordIsAskedForOnceAndARightIsStored() async throws {
        let store = MemoryIdentityStore()
        let model = model(Samples.product(9), store)
        await model.perform(.hide)
        #expect(model.step == .awaitingPassword(.hide, nil))
        #expect(model.state == .open)
        #expect(model.message?.isEmpty == false)
        await model.perform(with: "")
        #expect(model.step == .awaitingPassword(.hide, .missing))

        let wrong = Task { await model.perform(with: "틀림") }
        try await calls.actions.next().fail(Samples.wrongSecret)
        await wrong.value
        #expect(model.step == .awaitingPassword(.hide, .wrong))

        let right = Task { await model.perform(with: "비밀") }
        let call = try await calls.actions.next()
        #expect(call.request == .init(action: .hide, credential: .secret("비밀")))
        call.response(Samples.product(9, version: 2, state: .hidden))
        let issuing = try await calls.rights.next()
        #expect(issuing.request == "비밀")
        issuing.response("new right")
        await right.value
        #expect(model.step == .done(.hide))
        #expect(try await store.token(for: Samples.id(9), in: Samples.market) == "new right")
        #expect(try await store.secret(of: Samples.id(9), in: Samples.market) == nil)
    }

    /// Whoever cancels while the password is being checked doesn't find the listing sold afterwards.
    @Test func cancelledPasswordIsNotUsed() async throws {
        let model = model(Samples.product(9), MemoryIdentityStore())
        await model.perform(.sell)
        let performing = Task { await model.perform(with: "비밀") }
        let call = try await calls.actions.next()
        model.dismiss()
        #expect(!call.isPending)
        call.fail(.cancelled)
        await performing.value
        #expect(model.step == .ready && model.message == nil)
        #expect(model.state == .open && told.changes.isEmpty)
    }

    /// Unless it had arrived already.
    @Test func cancelledPasswordThatHasArrivedShows() async throws {
        let store = MemoryIdentityStore()
        let model = model(Samples.product(9), store)
        await model.perform(.sell)
        let performing = Task { await model.perform(with: "비밀") }
        try await calls.actions.next().response(Samples.product(9, version: 2, state: .sold(at: Samples.moment)))
        let issuing = try await calls.rights.next()
        model.dismiss()
        issuing.fail(.cancelled)
        await performing.value
        #expect(model.step == .done(.sell) && told.changes.count == 1)
    }

    @Test func rightThatCannotBeIssuedDoesNotUndoTheChange() async throws {
        let model = model(Samples.product(9), MemoryIdentityStore())
        await model.perform(.sell)
        let performing = Task { await model.perform(with: "비밀") }
        try await calls.actions.next().response(Samples.product(9, version: 2, state: .sold(at: Samples.moment)))
        try await calls.rights.next().fail(Samples.lost)
        await performing.value
        #expect(model.step == .done(.sell))
    }

    @Test func rightThatHasEndedIsReplacedByTheStoredPassword() async throws {
        let store = MemoryIdentityStore([Samples.id(9): "비밀"], rights: [Samples.id(9): "old"])
        let model = model(Samples.product(9), store)
        let performing = perform(.bump, model)
        try await calls.actions.next().fail(Samples.invalidRight)
        let second = try await calls.actions.next()
        #expect(second.request == .init(action: .bump, credential: .secret("비밀")))
        second.response(Samples.product(9, version: 2))
        await performing.value
        #expect(model.step == .done(.bump))
        #expect(try await store.token(for: Samples.id(9), in: Samples.market) == nil)
    }

    @Test func storedPasswordThatIsWrongNowIsAskedFor() async throws {
        let model = model(Samples.product(9), MemoryIdentityStore([Samples.id(9): "이전"]))
        let performing = perform(.reserve, model)
        try await calls.actions.next().fail(Samples.wrongSecret)
        await performing.value
        #expect(model.step == .awaitingPassword(.reserve, nil))
        #expect(model.state == .open)
    }

    @Test func twoTapsAreOneAction() async throws {
        let model = model()
        let tasks = [perform(.sell, model), perform(.sell, model)]
        let call = try await calls.actions.next()
        await model.perform(.reserve)
        call.response(Samples.product(9, version: 2, state: .sold(at: Samples.moment)))
        for task in tasks { await task.value }
        #expect(calls.actions.requests.count == 1)
    }

    @Test func deletedProductIsReported() async throws {
        let model = model()
        let performing = perform(.sell, model)
        try await calls.actions.next().fail(Samples.gone)
        await performing.value
        #expect(told.changes == [.deleted(Samples.id(9))])
    }

    @Test func otherActionsFitTheState() {
        #expect(model().otherActions == [.bump, .hide])
        let expiring = model(Samples.product(9, state: .reserved(until: Samples.moment), expiresAt: Samples.moment))
        #expect(expiring.otherActions == [.reserve, .bump, .renew, .hide])
        #expect(expiring.label(of: .reserve) == "예약 바꾸기")
        let expired = model(Samples.product(9, state: .expired(at: Samples.moment)))
        #expect(expired.actions == [.renew, .sell] && expired.otherActions == [])
    }
}
