import MarketModels
import Testing

@testable import MarketAPI

/// The object in the part `params` of a POST (API.md, “training” and “Rules for every edition”).
@Suite struct ListingFieldsTests {
    private func read(_ text: String) throws -> ListingFields {
        let document = readJSON([Array(text.utf8)[...]], keeping: ListingFields.keys).document
        guard case .object(let values) = document else { throw JSONReadingError.empty }
        return ListingFields(values)
    }

    private func problems(_ text: String) throws -> [ListingProblem] { try read(text).problems }

    @Test func everyField() throws {
        let fields = try read(
            """
            {"name":"의자","descriptions":"나무","price":19.99,"currency":"USD","discounted_price":1,"stock":3,\
            "secret":"s","contact":"a@b.c"}
            """
        )
        #expect(
            fields.draft
                == ProductDraft(
                    name: "의자",
                    description: "나무",
                    price: DecimalAmount("19.99"),
                    currency: .usd,
                    discount: DecimalAmount(1),
                    stock: DecimalAmount(3),
                    contact: "a@b.c"
                )
        )
        #expect(fields.secret == "s")
        #expect(fields.problems == [])
    }

    @Test func nothingGivenIsNoProblemHere() throws {
        for text in ["{}", #"{"name":null,"price":null,"currency":null,"stock":null,"secret":null}"#] {
            let fields = try read(text)
            #expect(fields.draft == ProductDraft())
            #expect(fields.secret == nil)
            #expect(fields.problems == [])
        }
    }

    @Test func aliases() throws {
        let fields = try read(#"{"description":"d","discountedPrice":5}"#)
        #expect(fields.draft == ProductDraft(description: "d", discount: DecimalAmount(5)))
        let both = try read(#"{"description":"d","descriptions":null,"discountedPrice":5,"discounted_price":6}"#)
        #expect(both.draft == ProductDraft(description: "d", discount: DecimalAmount(6)))
    }

    @Test func numbersAsTexts() throws {
        let fields = try read(#"{"price":" 10000 ","discounted_price":"1e2","stock":"7","currency":" krw "}"#)
        let expected = ProductDraft(
            price: DecimalAmount(10000),
            currency: .krw,
            discount: DecimalAmount(100),
            stock: DecimalAmount(7)
        )
        #expect(fields.draft == expected)
        #expect(try read(#"{"price":10000.0}"#).draft.price == DecimalAmount(10000))
    }

    @Test func anEmptyTextIsZeroWhereANumberBelongs() throws {
        let fields = try read(#"{"price":"","discounted_price":" ","stock":"","currency":""}"#)
        #expect(fields.draft == ProductDraft(price: .zero, discount: .zero, stock: .zero))
        #expect(fields.problems == [])
    }

    /// API.md, “Rules for every edition”: what Swift prints for an optional that was not unwrapped.
    @Test(arguments: ["Optional(9000)", #""Optional(9000)""#, #"" Optional( 9000 ) ""#, "Optional(9000.0)"])
    func optionalIsTheNumberInIt(_ text: String) throws {
        let fields = try read(#"{"price":\#(text),"discounted_price":\#(text),"stock":\#(text)}"#)
        let amount = DecimalAmount(9000)
        #expect(fields.draft == ProductDraft(price: amount, discount: amount, stock: amount))
        #expect(fields.problems.isEmpty)
    }

    @Test(arguments: ["nil", #""nil""#, #"" nil ""#, "null"])
    func nilIsANumberThatIsNotGiven(_ text: String) throws {
        let fields = try read(#"{"price":\#(text),"discounted_price":\#(text),"stock":\#(text)}"#)
        #expect(fields.draft == ProductDraft())
        #expect(fields.problems.isEmpty)
        #expect(try read(#"{"name":"nil"}"#).draft.name == "nil")
        // Of two aliases, the one that has a value wins.
        #expect(try read(#"{"discounted_price":\#(text),"discountedPrice":5}"#).draft.discount == DecimalAmount(5))
    }

    @Test(arguments: Currency.allCases)
    func everyCurrencyIsRead(_ currency: Currency) throws {
        #expect(try read(#"{"currency":" \#(currency.rawValue.lowercased()) "}"#).draft.currency == currency)
    }

    @Test func aNumberMayStandWhereATextBelongs() throws {
        let fields = try read(#"{"name":501,"secret":0123}"#)
        #expect(fields.draft.name == "501")
        #expect(fields.secret == "0123")
    }

    @Test(
        arguments: [
            (#""abc""#, .notANumber), ("NaN", .notANumber), (#""nil1""#, .notANumber), (#""Optional(x)""#, .notANumber),
            (#""Optional(90""#, .notANumber), ("Optional(x)", .notANumber),
            (#""1,000""#, .notANumber), ("1.2.3", .notANumber), (#""\ud800""#, .notANumber), ("true", .wrongKind),
            ("{}", .wrongKind), ("[1]", .wrongKind), ("9223372036854775808", .tooLarge),
            ("99999999999999999999", .tooLarge), ("1e400", .tooLarge), ("-99999999999999999999", .negative),
            ("0.1234567890123456789", .tooPrecise),
        ] as [(String, ListingProblem.Reason)]
    )
    func whatIsNoAmount(text: String, reason: ListingProblem.Reason) throws {
        #expect(try problems(#"{"price":\#(text)}"#) == [ListingProblem(.price, reason)])
        #expect(try problems(#"{"discountedPrice":\#(text)}"#) == [ListingProblem(.discount, reason)])
        #expect(try problems(#"{"stock":\#(text)}"#) == [ListingProblem(.stock, reason)])
        #expect(try read(#"{"price":\#(text)}"#).draft.price == nil)
    }

    @Test func currencies() throws {
        for text in [#""WON""#, #""XXX""#, #""KRW1""#, #""₩""#, #""\udc00""#] {
            #expect(try problems(#"{"currency":\#(text)}"#) == [ListingProblem(.currency, .unknownCurrency)])
        }
        #expect(try problems(#"{"currency":1}"#) == [ListingProblem(.currency, .wrongKind)])
        #expect(try read(#"{"currency":"Usd"}"#).draft.currency == .usd)
    }

    /// Comparing texts takes quadratic time for a run of combining marks.
    @Test func onlyTextsAsLongAsACodeAreComparedWithCurrencies() throws {
        let flood = String(repeating: "\u{316}\u{301}", count: 50_000)
        #expect(try problems(#"{"currency":"\#(flood)"}"#) == [ListingProblem(.currency, .unknownCurrency)])
        for (text, compared) in [(flood, []), ("dollars", []), ("", []), (" usd ", ["USD"]), ("eur", ["EUR"])] {
            var asked: [String] = []
            var reader = ListingFieldReader(["currency": .text(text)])
            _ = reader.currency("currency") { code in
                asked.append(code)
                return nil
            }
            #expect(asked == compared)
        }
    }

    @Test func textsOfTheWrongKind() throws {
        let fields = try read(#"{"name":[],"descriptions":{},"contact":true,"secret":"\ud800"}"#)
        let expected = [
            ListingProblem(.name, .wrongKind), ListingProblem(.description, .wrongKind),
            ListingProblem(.contact, .wrongKind), ListingProblem(.password, .unreadableText),
        ]
        #expect(fields.problems == expected)
        #expect(fields.draft == ProductDraft())
    }

    @Test func theRulesSayNothingMoreAboutAFieldThatWasNotRead() throws {
        let fields = try read(#"{"name":"\ud800","price":"abc","currency":"KRW","discounted_price":5}"#)
        let problems = ListingProblems(ListingProblem(.name, .unreadableText), [ListingProblem(.price, .notANumber)])
        #expect(throws: problems) {
            try ListingRules.check(fields.draft, after: fields.problems)
        }
    }
}
