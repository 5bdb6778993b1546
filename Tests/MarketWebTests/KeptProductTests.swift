import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct KeptProductTests {
    private func kept(_ text: String, limit: Int = 50) -> [KeptProduct] { KeptProduct.list(from: text, limit: limit) }

    @Test(arguments: ["12-900000-KRW.13-1250-USD", "12.13", "0", "9223372036854775807-0-EUR", ""])
    func aListIsReadAsItIsWritten(_ text: String) {
        #expect(KeptProduct.text(of: kept(text)) == text)
    }

    /// The text comes from an address or a cookie, which anybody can write.
    @Test(
        arguments: [
            ("12.12.13.12-100-KRW", "12.13"), ("x.1.-2.3-.4-5.6-7-XXX.8--KRW.9--1-KRW", "1.3.4.6.8.9"),
            ("1-9007199254740992-KRW", "1"), ("99999999999999999999.5", "5"), ("...", ""), ("1 .2", "2"),
            ("7-100-KRW-extra", "7"),
        ]
    )
    func whatCantBeReadIsLeftOut(_ text: String, _ expected: String) {
        #expect(KeptProduct.text(of: kept(text)) == expected)
    }

    @Test func aListIsBounded() {
        let many = (1...1000).map(String.init).joined(separator: ".")
        #expect(kept(many).map(\.id.rawValue) == Array(1...50))
        let longest = KeptProduct(
            id: Product.ID(rawValue: 10_000_000_000),
            price: Money(minorUnits: Money.maximumMinorUnits, currency: .krw)
        )
        // Of a cookie's 4096 bytes; amounts like this one are not all a browser keeps.
        #expect(longest.text.utf8.count * KeptProduct.maximumCountInCookie < 4000)
    }

    private func rows(_ states: [(kept: KeptProduct, now: Product?)], _ language: Language) -> String {
        KeptRows(products: states, now: Samples.now).html(Samples().site(language))
    }

    @Test func rowsSayWhatHasChangedSinceAProductWasKept() {
        let product = Samples().product
        let price = product.listing.pricing.salePrice
        func kept(_ difference: Int64, _ currency: Currency? = nil) -> (kept: KeptProduct, now: Product?) {
            let money = Money(minorUnits: price.minorUnits + difference, currency: currency ?? price.currency)
            return (KeptProduct(id: product.id, price: money), product)
        }
        #expect(rows([kept(100)], .english).contains(" less than when you saved it"))
        #expect(rows([kept(-100)], .english).contains(" more than when you saved it"))
        #expect(rows([kept(100)], .korean).contains("싸졌어요"))
        #expect(!rows([kept(0)], .english).contains("when you saved it"))
        // Amounts of two currencies can't be compared.
        #expect(!rows([kept(100, .jpy)], .english).contains("when you saved it"))
        let gone = rows([(KeptProduct(id: Product.ID(rawValue: 77)), nil)], .english)
        #expect(gone.contains("no longer available") && gone.contains("data-id=\"77\""))
    }
}
