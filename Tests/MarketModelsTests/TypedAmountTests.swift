import Foundation
import MarketModels
import Testing

/// Uses the table that also tests the pages' scripts.
struct TypedAmountTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let text: String
        let unit: String
        let amount: Int64?
        let problem: String?

        var testDescription: String { "\(text) \(unit)" }
        var counted: TypedAmount.Unit { Currency(rawValue: unit).map { .currency($0) } ?? .pieces }
    }

    private struct Table: Decodable { let cases: [Case] }

    static let cases: [Case] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        guard let data = try? Data(contentsOf: folder.appending(path: "typed-amounts.json")),
            let table = try? JSONDecoder().decode(Table.self, from: data)
        else { return [] }
        return table.cases
    }()

    @Test func tableIsThere() {
        #expect(Self.cases.count > 60)
    }

    @Test(arguments: cases)
    func amountsAreReadAsPeopleTypeThem(_ one: Case) {
        switch (one.counted, Result { try TypedAmount.amount(in: one.text, counting: one.counted) }) {
        case (.currency(let currency), .success(let amount?)):
            let money = Result { try Money(amount, in: currency) }
            #expect((try? money.get())?.minorUnits == one.amount)
            if case .failure(let error) = money { #expect("\(error)" == one.problem) }
        case (.pieces, .success(let amount?)):
            let draft = ProductDraft(name: "a", price: .zero, currency: .krw, stock: amount)
            do {
                #expect(try ListingRules.check(draft).listing.stock == one.amount)
            } catch {
                #expect(error.all.map { "\($0.reason)" } == one.problem.map { [$0] })
            }
        case (_, .success(nil)), (.unknownCurrency, .success): Issue.record("nothing was read")
        case (_, .failure(let reason)):
            #expect("\(reason)" == one.problem)
            #expect(one.amount == nil)
        }
    }

    @Test(arguments: ["나눔", " 나눔 ", "무료나눔", "무료 나눔", "무료", "free", "Free", "ＦＲＥＥ"])
    func wordsForGivingAwayAreAPriceOfZero(_ text: String) throws {
        #expect(try TypedAmount.price(in: text, counting: .currency(.krw)) == .zero)
        var typed = TypedListing(currency: .usd)
        typed.price = text
        #expect(try typed.amount(.price) == .zero)
        // A discount of everything isn't one of nothing.
        typed.discount = text
        typed.stock = text
        for field in [ListingField.discount, .stock] {
            #expect(throws: ListingProblem.Reason.notANumber) { try typed.amount(field) }
        }
    }

    @Test(arguments: ["나눔해요", "무료배송", "free 5", "freedom", "무료 무료 나눔", "0 free"])
    func otherWordsAreNoPrice(_ text: String) {
        #expect(throws: ListingProblem.Reason.notANumber) { try TypedAmount.price(in: text, counting: .currency(.krw)) }
    }

    @Test func priceIsOtherwiseAnAmount() throws {
        #expect(try TypedAmount.price(in: "5만원", counting: .currency(.krw)) == DecimalAmount(50_000))
        #expect(try TypedAmount.price(in: " ", counting: .currency(.krw)) == nil)
    }

    @Test(arguments: ["", " ", "\u{3000}\n"])
    func emptyFieldHasNoAmount(_ text: String) throws {
        #expect(try TypedAmount.amount(in: text, counting: .pieces) == nil)
    }

    @Test func longTextIsNoNumberAndTakesNoTime() {
        #expect(throws: ListingProblem.Reason.notANumber) {
            try TypedAmount.amount(in: String(repeating: "1", count: 1_000_000), counting: .pieces)
        }
    }
}
