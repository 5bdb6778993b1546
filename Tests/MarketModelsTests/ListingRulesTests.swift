import Testing

@testable import MarketModels

/// API.md, “Limits”.
@Suite struct ListingRulesTests {
    private let draft = ProductDraft(
        name: "의자",
        description: "나무 의자",
        price: DecimalAmount(10000),
        currency: .krw,
        discount: DecimalAmount(1000),
        stock: DecimalAmount(3)
    )

    private func problems(
        after earlier: [ListingProblem] = [],
        _ change: (inout ProductDraft) -> Void
    ) -> [ListingProblem] {
        var draft = draft
        change(&draft)
        do {
            _ = try ListingRules.check(draft, after: earlier)
            return []
        } catch {
            return error.all
        }
    }

    @Test func aGoodDraftBecomesAListing() throws {
        let checked = try ListingRules.check(draft)
        let pricing = Pricing(currency: .krw, priceMinorUnits: 10000, discountMinorUnits: 1000)
        #expect(checked.listing.name == "의자" && checked.listing.description == "나무 의자")
        #expect(checked.listing.pricing == pricing)
        #expect(checked.listing.stock == 3)
        #expect(checked.contact == nil)
    }

    @Test func discountStockDescriptionAndContactMayBeMissing() throws {
        let checked = try ListingRules.check(ProductDraft(name: "의자", price: .zero, currency: .usd, contact: ""))
        #expect(checked.listing.description == "" && checked.listing.stock == 0 && checked.contact == nil)
        #expect(checked.listing.pricing == Pricing(currency: .usd, priceMinorUnits: 0, discountMinorUnits: 0))
    }

    @Test func everythingThatIsMissingIsReportedAtOnceInOrder() {
        let missing = [ListingField.name, .price, .currency].map { ListingProblem($0, .missing) }
        #expect(problems { $0 = ProductDraft() } == missing)
    }

    @Test func amountsThatCannotBe() {
        #expect(problems { $0.price = DecimalAmount(-1) } == [ListingProblem(.price, .negative)])
        #expect(problems { $0.price = DecimalAmount("10000.5") } == [ListingProblem(.price, .tooPrecise)])
        #expect(problems { $0.price = DecimalAmount("9007199254740992") } == [ListingProblem(.price, .tooLarge)])
        #expect(problems { $0.price = DecimalAmount("9007199254740991") } == [])
        #expect(problems { $0.price = DecimalAmount(999) } == [ListingProblem(.discount, .discountAbovePrice)])
        #expect(problems { $0.discount = DecimalAmount(10000) } == [])
        #expect(problems { $0.discount = DecimalAmount(-1) } == [ListingProblem(.discount, .negative)])
        #expect(problems { $0.stock = DecimalAmount("9007199254740991") } == [])
        #expect(problems { $0.stock = DecimalAmount("9007199254740992") } == [ListingProblem(.stock, .tooLarge)])
        #expect(problems { $0.stock = DecimalAmount("1.5") } == [ListingProblem(.stock, .tooPrecise)])
        #expect(problems { $0.stock = DecimalAmount(-1) } == [ListingProblem(.stock, .negative)])
    }

    @Test func nothingIsSaidAboutWhatHangsOnAMissingField() {
        #expect(problems { $0.price = nil } == [ListingProblem(.price, .missing)])
        #expect(
            problems {
                $0.currency = nil
                $0.price = DecimalAmount("19.99")
            } == [ListingProblem(.currency, .missing)]
        )
        #expect(
            problems {
                $0.currency = nil
                $0.price = DecimalAmount(-1)
            } == [ListingProblem(.price, .negative), ListingProblem(.currency, .missing)]
        )
    }

    @Test func aFieldThatWasNotReadIsReportedOnce() {
        let unread = ListingProblem(.price, .notANumber)
        #expect(problems(after: [unread]) { $0.price = nil } == [unread])
        let currency = ListingProblem(.currency, .unknownCurrency)
        #expect(problems(after: [currency]) { $0.currency = nil } == [currency])
        let stock = ListingProblem(.stock, .tooLarge)
        #expect(
            problems(after: [stock]) {
                $0.stock = nil
                $0.name = nil
            } == [ListingProblem(.name, .missing), stock]
        )
    }

    // MARK: Texts

    @Test func lengthsAreCountedInComposedCharacters() {
        #expect(problems { $0.name = String(repeating: "각", count: 200) } == [])
        #expect(problems { $0.name = String(repeating: "\u{1100}\u{1161}\u{11A8}", count: 200) } == [])
        let tooLong = [ListingProblem(.name, .tooLong(maximum: 200))]
        #expect(problems { $0.name = String(repeating: "각", count: 201) } == tooLong)
        #expect(problems { $0.name = String(repeating: "a", count: 10_000) } == tooLong)
        #expect(problems { $0.description = String(repeating: "각", count: 10_000) } == [])
        #expect(
            problems { $0.description = String(repeating: "각", count: 10_001) } == [
                ListingProblem(.description, .tooLong(maximum: 10_000))
            ]
        )
        #expect(
            problems { $0.contact = String(repeating: "a", count: 201) } == [
                ListingProblem(.contact, .tooLong(maximum: 200))
            ]
        )
    }

    @Test func textsAreStoredComposed() throws {
        var draft = draft
        draft.name = "\u{110B}\u{1174}\u{110C}\u{1161}"
        let name = try ListingRules.check(draft).listing.name
        #expect(Array(name.unicodeScalars) == Array("의자".unicodeScalars))
    }

    /// Composing 10,000 mixed marks would take a tenth of a second, 70,000 of them five seconds.
    @Test func aFloodOfCombiningMarksIsRefusedAndNeverComposed() {
        for marks in ["\u{301}", "\u{316}\u{301}", "\u{F71}\u{F72}\u{F74}\u{F80}", "\u{344}"] {
            let flood = String(String(repeating: marks, count: 70_000).unicodeScalars.prefix(50_000))
            #expect(problems { $0.description = flood } == [ListingProblem(.description, .unreadableText)])
            #expect(problems { $0.name = flood } == [ListingProblem(.name, .tooLong(maximum: 200))])
            #expect(problems { $0.contact = "a" + flood.prefix(1) }.count == 1)
            #expect(textsComposed(in: flood, length: ListingRules.descriptionLength) == 0)
            #expect(textsComposed(in: flood, length: ListingRules.nameLength) == 0)
        }
        #expect(textsComposed(in: "나무 의자", length: ListingRules.nameLength) == 1)
    }

    private func textsComposed(in text: String, length: ClosedRange<Int>) -> Int {
        var count = 0
        var review = ListingReview([]) { text in
            count += 1
            return text
        }
        _ = review.text(text, .description, length: length)
        return count
    }

    @Test func thirtyCombiningMarksInARowAreAText() {
        #expect(problems { $0.name = "a" + String(repeating: "\u{301}\u{316}", count: 15) } == [])
        let refused = [ListingProblem(.name, .unreadableText)]
        #expect(problems { $0.name = "a" + String(repeating: "\u{301}", count: 31) } == refused)
    }

    @Test func textsThatCannotBe() {
        #expect(problems { $0.name = "" } == [ListingProblem(.name, .missing)])
        #expect(problems { $0.name = " \u{3000}\n" } == [ListingProblem(.name, .blank)])
        #expect(problems { $0.name = "a\0" } == [ListingProblem(.name, .unreadableText)])
        #expect(problems { $0.description = "\0" } == [ListingProblem(.description, .unreadableText)])
    }

    // MARK: Secrets and names

    @Test func secretsAreCountedInBytes() {
        #expect(ListingRules.check(secret: nil) == ListingProblem(.password, .missing))
        #expect(ListingRules.check(secret: "") == ListingProblem(.password, .missing))
        #expect(ListingRules.check(secret: String(repeating: "a", count: 128)) == nil)
        let tooLong = ListingProblem(.password, .tooLong(maximum: 128))
        #expect(ListingRules.check(secret: String(repeating: "가", count: 43)) == tooLong)
        let unread = ListingProblem(.password, .wrongKind)
        #expect(ListingRules.check(secret: nil, after: [ListingProblem(.name, .blank), unread]) == unread)
    }

    @Test func vendorNames() throws {
        #expect(try ListingRules.check(vendorName: "가게") == "가게")
        #expect(throws: ListingProblem(.seller, .blank)) { try ListingRules.check(vendorName: " ") }
        #expect(throws: ListingProblem(.seller, .tooLong(maximum: 100))) {
            try ListingRules.check(vendorName: String(repeating: "가", count: 101))
        }
    }

    @Test func problemsComeInTheOrderOfTheirFields() {
        let problems = ListingProblems(
            ListingProblem(.stock, .negative),
            [ListingProblem(.name, .blank), ListingProblem(.parameters, .missing)]
        )
        #expect(problems.all.map(\.field) == [.parameters, .name, .stock])
        #expect(ListingProblems([]) == nil)
    }
}
