import MarketModels
import Testing

@testable import MarketAPI

struct ItemFieldsTests {
    private func fields(_ texts: [String: String]) -> ItemFields { ItemFields(texts.mapValues { .text($0) }) }

    @Test func emptyTextsAreNotGiven() {
        let fields = fields(["title": "", "descriptions": "", "price": "", "currency": "", "stock": "", "password": ""])
        #expect(fields.draft == ProductDraft())
        #expect(fields.password == nil)
        #expect(fields.patch.isEmpty)
        #expect(fields.problems.isEmpty)
    }

    @Test(arguments: [("KRW", Currency.krw), ("WON", .krw), ("won", .krw), (" usd ", .usd)])
    func currencies(_ text: String, _ currency: Currency) {
        #expect(fields(["currency": text]).draft.currency == currency)
    }

    @Test(arguments: ["XXX", "₩", "KRWON"])
    func otherCurrencies(_ text: String) {
        #expect(fields(["currency": text]).problems == [ListingProblem(.currency, .unknownCurrency)])
    }

    @Test func numbersMayBeOptional() {
        let given = fields(["price": "Optional(9000)", "stock": "nil", "discounted_price": "Optional(8000)"])
        #expect(
            given.draft == ProductDraft(price: DecimalAmount(9000), salePrice: RequestedSalePrice(DecimalAmount(8000)))
        )
        #expect(given.problems.isEmpty)
        #expect(fields(["title": "Optional(9)"]).draft.name == "Optional(9)")
        #expect(fields(["title": "nil"]).draft.name == "nil")
    }

    @Test func discountedPriceIsThePriceThatIsPaid() {
        #expect(fields(["discounted_price": "160"]).draft.salePrice == RequestedSalePrice(DecimalAmount(160)))
        let alias = RequestedSalePrice(DecimalAmount(160), isIgnoredIfInvalid: true)
        #expect(fields(["discountedPrice": "160"]).draft.salePrice == alias)
        for text in ["", "nil", "Optional(90)", "90.5", "-1", "1e99"] {
            let fields = fields(["discountedPrice": text])
            #expect(fields.draft.salePrice == nil, "\(text)")
            #expect(fields.problems.isEmpty, "\(text)")
        }
    }

    @Test func idIsTold() {
        #expect(ItemFields(["id": .number("7")]).id == 7)
        #expect(fields(["id": "7"]).id == 7)
        #expect(fields(["id": "x"]).id == nil)
        #expect(fields(["id": "x"]).namesID)
        #expect(!ItemFields(["id": .null]).namesID)
    }

    @Test func imagesMustBeTexts() {
        for value: JSONValue in [.array([.number("1")]), .object, .bool(true), .array([.object])] {
            #expect(ItemFields(["images": value]).problems == [ListingProblem(.images, .wrongKind)])
        }
        for value: JSONValue in [.array([.text(""), .null]), .text(""), .null, .array([])] {
            #expect(ItemFields(["images": value]).problems.isEmpty)
        }
    }
}
