import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct ListingFormTests {
    private let calls = SuspendingCalls()
    private let preferences = MemoryPreferences()

    private func form() -> ListingFormModel {
        ListingFormModel(service: calls, preferences: preferences, language: .korean)
    }

    @Test func newFormAsksForWonAndOnePieceAndKnowsTheSeller() {
        preferences.sellerName = "민수"
        let form = form()
        #expect(form.typed == TypedListing(price: "", currency: .krw, stock: "1", seller: "민수"))
        #expect(form.state == .writing(nil))
        #expect(ListingField.allCases.allSatisfy { form.problem(for: $0) == nil })
    }

    @Test(
        arguments: [
            (["CHF", "USD"], "KRW", "CHF"), (["CHF", "USD"], "USD", "USD"), ([], "KRW", "KRW"),
        ] as [([String], String, String)]
    )
    func emptyFormBeginsWithACurrencyOfTheMarket(_ accepted: [String], _ last: String, _ first: String) async throws {
        preferences.currency = try #require(Currency(rawValue: last))
        let categories = MarketCategories(service: calls, language: .korean)
        let forms = (0..<3).map { _ in
            ListingFormModel(service: calls, preferences: preferences, language: .korean, categories: categories)
        }
        let (form, begun, chosen) = (forms[0], forms[1], forms[2])
        begun.setText("의자", for: .name)
        chosen.setText("USD", for: .currency)
        let loading = forms.map { form in Task { await form.loadCurrencies() } }
        let currencies = accepted.compactMap { Currency(rawValue: $0) }
        try await calls.categoryLists.next().response(CategoryListResponse(categories: [], currencies: currencies))
        for task in loading { await task.value }
        #expect(form.typed[.currency] == first)
        #expect(begun.typed[.currency] == last, "what somebody has begun to write stays")
        #expect(chosen.typed[.currency] == "USD", "so does what somebody has chosen")
        #expect(categories.currencies == (accepted.isEmpty ? Currency.allCases : currencies))
    }

    @Test func nothingIsSaidBeforeAFieldWasLeft() {
        let form = form()
        form.setText(" ", for: .name)
        #expect(form.problem(for: .name) == nil)
        form.endEditing(.name)
        #expect(form.problem(for: .name) == "상품 이름을 입력해 주세요. 공백이나 보이지 않는 문자만 쓸 수는 없어요.")
        #expect(form.problem(for: .price) == nil)
        form.setText("의자", for: .name)
        #expect(form.problem(for: .name) == nil)
    }

    @Test func attemptSaysEverythingThatIsMissingAndSendsNothing() async {
        let form = form()
        await form.submit()
        #expect(form.state == .writing(.incomplete))
        #expect(form.failure == "거의 다 됐어요. 표시된 항목을 확인해 주세요.")
        #expect(form.problem(for: .images) == "사진을 한 장 이상 추가해 주세요.")
        #expect(form.problem(for: .name) == "상품 이름을 입력해 주세요.")
        #expect(form.problem(for: .price) == "가격을 입력해 주세요.")
        #expect(form.problem(for: .password) == "비밀번호를 입력해 주세요.")
        for field in [ListingField.currency, .discount, .stock, .seller, .contact, .description] {
            #expect(form.problem(for: field) == nil)
        }
        #expect(calls.listings.requests.isEmpty)
    }

    @Test(arguments: [
        (ListingField.price, "비싸요", "가격은 숫자로 입력해 주세요."),
        (.price, "19.99", "가격은 원화와 엔화는 정수로, 다른 통화는 대부분 소수점 둘째 자리까지 입력해 주세요."),
        (.price, "-1", "가격은 0 이상으로 입력해 주세요."),
        (.price, "9007199254740992", "가격이 너무 높아요. 더 작은 숫자를 입력해 주세요."),
        (.discount, "10,001", "할인 금액은 가격보다 클 수 없어요."),
        (.stock, "1.5", "재고는 정수로 입력해 주세요."),
        (.name, String(repeating: "가", count: 201), "상품 이름은 200자까지 쓸 수 있어요."),
        (.description, String(repeating: "a", count: 10_001), "상품 설명은 10,000자까지 쓸 수 있어요."),
        (.contact, String(repeating: "a", count: 201), "연락처는 200자까지 쓸 수 있어요."),
        (.seller, String(repeating: "a", count: 101), "판매자 이름은 100자까지 쓸 수 있어요."),
        (.password, String(repeating: "가", count: 43), "비밀번호는 영문과 숫자로 128자까지 쓸 수 있어요."),
        (.password, "1234", "비밀번호는 8자 이상으로 정해 주세요."),
        (.password, "ㅂㅈㄷㄱ1234", "누구나 쉽게 맞힐 수 있는 비밀번호예요. 다른 비밀번호를 정해 주세요."),
    ])
    func whatIsWrongIsSaidInWords(_ field: ListingField, _ text: String, _ sentence: String) {
        let form = form()
        form.setText("10,000", for: .price)
        form.setText(text, for: field)
        form.endEditing(field)
        #expect(form.problem(for: field) == sentence)
    }

    @Test func dollarsHaveCents() {
        let form = form()
        form.setText("19.99", for: .price)
        form.setText("USD", for: .currency)
        form.endEditing(.price)
        #expect(form.problem(for: .price) == nil)
    }

    /// An app doesn't know which currencies the market takes: the market says if one isn't taken.
    @Test(arguments: [
        ("KWD", "1.234", "1.2345"), ("BHD", "0.001", "0.0001"), ("SEK", "1.99", "1.999"), ("KRW", "1", "1.5"),
    ])
    func everyCurrencyHasItsOwnDecimals(_ code: String, _ exact: String, _ tooFine: String) {
        let form = form()
        form.setText(code, for: .currency)
        #expect(form.typed.currency.rawValue == code)
        for (text, isRight) in [(exact, true), ("\(exact) \(code)", true), (tooFine, false), ("\(exact) CHF", false)] {
            form.setText(text, for: .price)
            form.endEditing(.price)
            #expect((form.problem(for: .price) == nil) == isRight, "\(text)")
            #expect(form.problem(for: .currency) == nil)
        }
    }

    @Test func roomIsCountedAsTheMarketCounts() {
        let form = form()
        // Decomposed, as by some keyboards: still a single syllable.
        form.setText("\u{1112}\u{1161}\u{11AB}", for: .name)
        #expect(form.characterCount(of: .name) == "1 / 200")
        #expect(form.characterCount(of: .description) == "0 / 10000")
        #expect(form.characterCount(of: .price) == nil)
        form.setText(String(repeating: "가", count: 200), for: .name)
        form.setText(String(repeating: "가", count: 10_000), for: .description)
        form.endEditing(.description)
        #expect(form.problem(for: .description) == nil)
        form.endEditing(.name)
        #expect(form.problem(for: .name) == nil)
    }

    @Test func upToFiveImagesAreTakenAndTheOthersCounted() {
        let form = form()
        form.addImages((1...3).map(Samples.image))
        #expect(form.leftOut == nil)
        form.addImages((4...7).map(Samples.image))
        #expect(form.images.map(\.upload) == (1...5).map(Samples.image))
        #expect(form.leftOut == "사진은 5장까지 올릴 수 있어요. 2장은 추가하지 않았어요.")
        form.removeImage(form.images[0].id)
        #expect(form.images.count == 4)
        #expect(form.leftOut == nil)
    }

    @Test func imagesAreMovedAndTheSameFileMayComeTwice() {
        let form = form()
        form.addImages([1, 1, 2, 3].map(Samples.image))
        form.moveImage(form.images[3].id, to: 0)
        #expect(form.images.map(\.upload) == [3, 1, 1, 2].map(Samples.image))
        form.moveImage(form.images[0].id, to: 99)
        #expect(form.images.map(\.upload) == [1, 1, 2, 3].map(Samples.image))
        form.moveImage(form.images[2].id, to: -1)
        #expect(form.images.map(\.upload) == [2, 1, 1, 3].map(Samples.image))
        form.removeImage(form.images[1].id)
        #expect(form.images.map(\.upload) == [2, 1, 3].map(Samples.image))
        form.moveImage(.added(UUID()), to: 0)
        #expect(form.images.map(\.upload) == [2, 1, 3].map(Samples.image))
    }

    @Test func partOfAnImageTakesItsPlaceUnderANewIdentity() {
        let form = form()
        form.addImages([1, 2, 3].map(Samples.image))
        let old = form.images[1].id
        let new = form.replaceImage(old, with: Samples.image(9))
        #expect(form.images.map(\.upload) == [1, 9, 3].map(Samples.image))
        #expect(new == form.images[1].id)
        #expect(new != old)
        // One that is gone is not replaced.
        #expect(form.replaceImage(old, with: Samples.image(8)) == nil)
        #expect(form.images.map(\.upload) == [1, 9, 3].map(Samples.image))
    }
}
