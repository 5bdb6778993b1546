import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct ListingSubmissionTests {
    private let calls = SuspendingCalls()
    private let preferences = MemoryPreferences()
    private let store = MemoryIdentityStore()
    private let form: ListingFormModel

    init() { form = Self.form(calls, preferences, store) }

    private static func form(
        _ calls: SuspendingCalls,
        _ preferences: MemoryPreferences,
        _ store: MemoryIdentityStore
    ) -> ListingFormModel {
        let form = ListingFormModel(
            service: calls,
            keyring: Keyring(store: store, market: Samples.market),
            preferences: preferences,
            language: .korean
        )
        form.addImages([1, 2].map(Samples.image))
        form.setText("의자", for: .name)
        form.setText("1,200,000", for: .price)
        form.setText("200000", for: .discount)
        form.setText("민수", for: .seller)
        form.setText("열려라 참깨 42", for: .password)
        return form
    }

    private func submit() -> Task<Void, Never> { Task { await form.submit() } }

    @Test func formIsSentAsItIsRead() async throws {
        form.setText("010", for: .contact)
        let sending = submit()
        let call = try await calls.listings.next()
        let draft = ProductDraft(
            name: "의자",
            description: "",
            price: DecimalAmount(1_200_000),
            currency: .krw,
            discount: DecimalAmount(200_000),
            stock: DecimalAmount(1),
            contact: "010"
        )
        #expect(
            call.request.listing
                == NewListing(
                    draft: draft,
                    images: [1, 2].map(Samples.image),
                    secret: "열려라 참깨 42",
                    vendorName: "민수"
                )
        )
        call.response(Samples.product(9))
        await sending.value
    }

    @Test func oneListingIsMadeHoweverOftenItIsTapped() async throws {
        let sending = [submit(), submit(), submit()]
        let call = try await calls.listings.next()
        await form.submit()
        call.response(Samples.product(9))
        for task in sending { await task.value }
        await form.submit()
        #expect(form.state == .listed(Samples.product(9), isSecretLost: false))
        #expect(calls.listings.requests.count == 1)
    }

    @Test func passwordAndSellerAreKept() async throws {
        let sending = submit()
        try await calls.listings.next().response(Samples.product(9))
        await sending.value
        #expect(try await store.secret(of: Samples.id(9), in: Samples.market) == "열려라 참깨 42")
        #expect(preferences.sellerName == "민수")
    }

    @Test func nextFormBeginsWithTheCurrencyOfTheLastListing() async throws {
        let francs = try #require(Currency(rawValue: "CHF"))
        form.setText(francs.rawValue, for: .currency)
        let refused = submit()
        try await calls.listings.next().fail(Samples.refusal(400, .invalidFields))
        await refused.value
        #expect(preferences.currency == .krw)
        let sending = submit()
        try await calls.listings.next().response(Samples.product(9))
        await sending.value
        let next = ListingFormModel(service: calls, preferences: preferences, language: .korean)
        #expect(next.typed.currency == francs)
    }

    @Test func passwordThatCanNotBeKeptIsSaidAndTheProductIsListed() async throws {
        let form = Self.form(calls, preferences, MemoryIdentityStore(isBroken: true))
        let sending = Task { await form.submit() }
        try await calls.listings.next().response(Samples.product(9))
        await sending.value
        #expect(form.state == .listed(Samples.product(9), isSecretLost: true))
        #expect(form.failure?.contains("따로 적어 두세요") == true)
    }

    @Test(
        arguments: [
            (.hidden, "운영자의 승인을 기다리고 있어요. 승인될 때까지는 나만 볼 수 있어요."), (.open, nil),
        ] as [(ListingState, String?)]
    )
    func listingThatWaitsForApprovalSaysSo(_ state: ListingState, _ note: String?) async throws {
        let sending = submit()
        #expect(form.approvalNote == nil)
        try await calls.listings.next().response(Samples.product(9, state: state))
        await sending.value
        #expect(form.approvalNote == note)
        #expect(form.failure == nil)
    }

    @Test func progressIsShown() async throws {
        let sending = submit()
        let call = try await calls.listings.next()
        #expect(form.state == .sending(0))
        call.request.progress(TransferProgress(completed: 1, total: 4))
        try await until("a quarter is sent") { form.state == .sending(0.25) }
        call.request.progress(TransferProgress(completed: 4, total: 4))
        try await until("all is sent") { form.state == .sending(1) }
        call.fail(Samples.offline)
        await sending.value
        call.request.progress(TransferProgress(completed: 2, total: 4))
        await settle()
        #expect(form.state == .writing(.failed(Samples.offline)), "progress that comes late says nothing")
    }

    @Test(arguments: [
        Samples.offline, Samples.lost, Samples.refusal(503, .busy), Samples.refusal(409, .requestInFlight),
    ])
    func failureKeepsEverythingAndTheNextTryIsTheSameListing(_ error: MarketClientError) async throws {
        let (typed, images) = (form.typed, form.images)
        let sending = submit()
        let first = try await calls.listings.next()
        first.fail(error)
        await sending.value
        #expect(form.state == .writing(.failed(error)))
        #expect(form.failure?.isEmpty == false)
        #expect(form.typed == typed)
        #expect(form.images == images)
        // Even after a change: the first request may have arrived.
        form.setText("파란 의자", for: .name)
        let again = submit()
        let second = try await calls.listings.next()
        #expect(second.request.key == first.request.key)
        second.response(Samples.product(9))
        await again.value
        #expect(form.state == .listed(Samples.product(9), isSecretLost: false))
    }

    @Test func listingThatArrivedUnseenIsSaidAndTheChangedOneIsAnother() async throws {
        let sending = submit()
        let first = try await calls.listings.next()
        first.fail(Samples.lost)
        await sending.value
        form.setText("파란 의자", for: .name)
        let again = submit()
        try await calls.listings.next().fail(Samples.refusal(422, .keyReused))
        await again.value
        #expect(form.failure?.contains("이미 등록됐어요") == true)
        #expect(form.listedBefore == nil)
        let third = submit()
        let call = try await calls.listings.next()
        #expect(call.request.key != first.request.key)
        call.response(Samples.product(10))
        await third.value
    }

    @Test func listingThatArrivedUnseenIsNamed() async throws {
        let sending = submit()
        try await calls.listings.next().fail(
            .refused(Refusal(status: 422, code: .keyReused, reason: "", listed: Samples.id(9)))
        )
        await sending.value
        #expect(form.listedBefore == Samples.id(9))
        form.setText("파란 의자", for: .name)
        let again = submit()
        let call = try await calls.listings.next()
        #expect(form.listedBefore == nil)
        call.response(Samples.product(10))
        await again.value
    }

    @Test func whatTheMarketFindsInAnImageIsSaidAtThatImage() async throws {
        let ids = form.images.map(\.id)
        let sending = submit()
        let field = ErrorResponse.Field(name: "images", reason: "2번째 사진을 열 수 없어요.", index: 1)
        try await calls.listings.next().fail(Samples.refusal(400, .unusableImage, fields: [field]))
        await sending.value
        #expect(form.problem(ofImage: ids[0]) == nil)
        #expect(form.problem(ofImage: ids[1]) == "2번째 사진을 열 수 없어요.")
        #expect(form.problem(for: .images) == "2번째 사진을 열 수 없어요.")
        form.removeImage(ids[1])
        #expect(form.problem(ofImage: ids[1]) == nil)
        #expect(form.problem(for: .images) == nil)
    }

    @Test func cancellingKeepsEverythingAndTheNextTryIsTheSameListing() async throws {
        let sending = submit()
        let first = try await calls.listings.next()
        form.cancel()
        await sending.value
        #expect(form.state == .writing(nil))
        let again = submit()
        let second = try await calls.listings.next()
        #expect(second.request.key == first.request.key)
        second.response(Samples.product(9))
        await again.value
    }

    @Test func listingThatArrivedAlthoughItWasCancelledIsShown() async throws {
        calls.listings.hearsCancellation = false
        let sending = submit()
        let call = try await calls.listings.next()
        form.cancel()
        call.response(Samples.product(9))
        await sending.value
        #expect(form.state == .listed(Samples.product(9), isSecretLost: false))
    }

    @Test func nothingIsChangedWhileItIsSent() async throws {
        let sending = submit()
        let call = try await calls.listings.next()
        form.setText("다른 이름", for: .name)
        form.addImages([Samples.image(3)])
        form.removeImage(form.images[0].id)
        form.moveImage(form.images[1].id, to: 0)
        #expect(form.typed.name == "의자")
        #expect(form.images.map(\.upload) == [1, 2].map(Samples.image))
        call.fail(Samples.offline)
        await sending.value
        form.setText("다른 이름", for: .name)
        #expect(form.typed.name == "다른 이름")
    }

    @Test func whatTheMarketSaysStandsBesideItsFieldUntilThatIsChanged() async throws {
        let error = Samples.refusal(
            400,
            .invalidFields,
            reason: "이름이 이상해요.",
            fields: [
                ErrorResponse.Field(name: "name", reason: "이름이 이상해요."),
                ErrorResponse.Field(name: "images", reason: "2번째 사진이 손상됐어요."),
                ErrorResponse.Field(name: "vendor-name", reason: "이름이 길어요."),
                ErrorResponse.Field(name: "something new", reason: "몰라요."),
            ]
        )
        let sending = submit()
        try await calls.listings.next().fail(error)
        await sending.value
        #expect(form.failure == "이름이 이상해요.")
        #expect(form.problem(for: .name) == "이름이 이상해요.")
        #expect(form.problem(for: .images) == "2번째 사진이 손상됐어요.")
        #expect(form.problem(for: .seller) == "이름이 길어요.")
        form.setText("의자", for: .name)
        #expect(form.problem(for: .name) == "이름이 이상해요.", "it was only touched")
        form.setText("의자 둘", for: .name)
        #expect(form.problem(for: .name) == nil)
        form.removeImage(form.images[1].id)
        #expect(form.problem(for: .images) == nil)
        #expect(form.problem(for: .seller) == "이름이 길어요.")
    }

    @Test func eachFormIsAnotherListing() async throws {
        let other = Self.form(calls, preferences, store)
        let (one, two) = (submit(), Task { await other.submit() })
        let (first, second) = (try await calls.listings.next(), try await calls.listings.next())
        #expect(first.request.key != second.request.key)
        first.response(Samples.product(1))
        second.response(Samples.product(2))
        await one.value
        await two.value
    }

    // MARK: In the background

    @Test(arguments: [Samples.lost, Samples.offline, .outcomeUnknown(.timedOut)])
    func sendingThatWasCutOffInTheBackgroundIsRepeatedWithItsKey(_ error: MarketClientError) async throws {
        let sending = submit()
        let first = try await calls.listings.next()
        form.appDidEnterBackground()
        first.fail(error)
        await sending.value
        #expect(form.state == .writing(.failed(error)))
        let again = Task { await form.appWillEnterForeground() }
        let second = try await calls.listings.next()
        #expect(second.request.key == first.request.key && second.request.listing == first.request.listing)
        second.response(Samples.product(9))
        #expect(await again.value)
        #expect(form.state == .listed(Samples.product(9), isSecretLost: false))
    }

    /// The system tells of the lost connection only when the app runs again.
    @Test func connectionThatIsFoundLostAfterTheReturnIsRepeatedOnce() async throws {
        let sending = submit()
        let first = try await calls.listings.next()
        form.appDidEnterBackground()
        await form.appWillEnterForeground()
        first.fail(Samples.lost)
        let second = try await calls.listings.next()
        #expect(second.request.key == first.request.key && second.request.listing == first.request.listing)
        second.fail(Samples.lost)
        await sending.value
        #expect(form.state == .writing(.failed(Samples.lost)))
        await form.appWillEnterForeground()
        #expect(calls.listings.requests.count == 2)
    }

    @Test func refusalInTheBackgroundIsLeftToTheUser() async throws {
        let sending = submit()
        let call = try await calls.listings.next()
        form.appDidEnterBackground()
        call.fail(Samples.wrongSecret)
        await sending.value
        await form.appWillEnterForeground()
        #expect(form.state == .writing(.failed(Samples.wrongSecret)))
        #expect(calls.listings.requests.count == 1)
    }

    @Test func lostConnectionInTheForegroundIsLeftToTheUser() async throws {
        form.appDidEnterBackground()
        await form.appWillEnterForeground()
        let sending = submit()
        try await calls.listings.next().fail(Samples.lost)
        await sending.value
        form.appDidEnterBackground()
        await form.appWillEnterForeground()
        #expect(calls.listings.requests.count == 1)
    }

    @Test func cancellingAfterTheReturnIsNotOverruled() async throws {
        let sending = submit()
        _ = try await calls.listings.next()
        form.appDidEnterBackground()
        await form.appWillEnterForeground()
        form.cancel()
        await sending.value
        #expect(form.state == .writing(nil))
        #expect(calls.listings.requests.count == 1)
    }
}
