import MarketModels
import MarketTexts
import Testing

struct ProductTextsTests {
    private let korean = ProductTexts(language: .korean)
    private let english = ProductTexts(language: .english)
    private static let sek = Currency(rawValue: "SEK") ?? .krw
    private static let kwd = Currency(rawValue: "KWD") ?? .krw
    private static let unknown = Currency(ofMarket: "XTS") ?? .krw

    @Test(
        arguments: [
            (0, Currency.krw, "0원", "₩0"), (999, .krw, "999원", "₩999"), (12_000, .krw, "12,000원", "₩12,000"),
            (1_234_567, .krw, "1,234,567원", "₩1,234,567"), (1999, .usd, "$19.99", "$19.99"),
            (2000, .usd, "$20", "$20"), (1950, .usd, "$19.50", "$19.50"), (5, .usd, "$0.05", "$0.05"),
            (123_456_789, .usd, "$1,234,567.89", "$1,234,567.89"),
            (1200, .jpy, "1,200엔", "¥1,200"), (1999, .eur, "€19.99", "€19.99"), (2000, .gbp, "£20", "£20"),
            (123_450, .cny, "1,234.50위안", "CN¥1,234.50"), (1999, .hkd, "HK$19.99", "HK$19.99"),
            (1_234_500, sek, "12,345\u{A0}SEK", "SEK\u{A0}12,345"), (1999, sek, "19.99\u{A0}SEK", "SEK\u{A0}19.99"),
            (1500, kwd, "1.500\u{A0}KWD", "KWD\u{A0}1.500"), (2000, kwd, "2\u{A0}KWD", "KWD\u{A0}2"),
            (1_234_000, unknown, "1,234\u{A0}XTS", "XTS\u{A0}1,234"),
            (12_050, unknown, "12.05\u{A0}XTS", "XTS\u{A0}12.05"),
            (Money.maximumMinorUnits, .krw, "9,007,199,254,740,991원", "₩9,007,199,254,740,991"),
        ] as [(Int64, Currency, String, String)]
    )
    func pricesAreGroupedWithTheirCurrency(_ units: Int64, _ currency: Currency, _ ko: String, _ en: String) {
        let money = Money(minorUnits: units, currency: currency)
        #expect(korean.price(money) == ko)
        #expect(english.price(money) == en)
    }

    @Test func onlyADiscountStrikesAPrice() throws {
        let plain = try #require(Pricing(currency: .krw, priceMinorUnits: 15_000, discountMinorUnits: 0))
        let reduced = try #require(Pricing(currency: .krw, priceMinorUnits: 15_000, discountMinorUnits: 3000))
        #expect(korean.struckPrice(plain) == nil)
        #expect(korean.struckPrice(reduced) == "15,000원")
        #expect(korean.salePrice(reduced) == "12,000원")
    }

    @Test func reductionIsSaidWithTheLowestPriceBefore() {
        let lowest = Money(minorUnits: 1999, currency: .usd)
        let reduction = PriceReduction(lowest: lowest, reducedAt: Timestamp(millisecondsSinceEpoch: 0))
        #expect(korean.reduced(reduction) == "가격 인하 · 이전 30일 최저가 $19.99")
        #expect(english.reduced(reduction) == "Reduced · lowest in the 30 days before: $19.99")
    }

    @Test(
        arguments: [
            (0, "품절", "Sold out"), (1, "재고: 1", "In stock: 1"), (10, "재고: 10", "In stock: 10"),
            (999, "재고: 999", "In stock: 999"), (1000, "재고: 999+", "In stock: 999+"),
            (ListingRules.maximumStock, "재고: 999+", "In stock: 999+"),
        ] as [(Int64, String, String)]
    )
    func stockIsCountedUpTo999(_ count: Int64, _ ko: String, _ en: String) {
        #expect(korean.stock(count) == ko)
        #expect(english.stock(count) == en)
    }

    @Test(
        arguments: [
            (-5, "방금 전", "Just now"), (0, "방금 전", "Just now"), (59, "방금 전", "Just now"),
            (60, "1분 전", "1 minute ago"), (3599, "59분 전", "59 minutes ago"), (3600, "1시간 전", "1 hour ago"),
            (10_800, "3시간 전", "3 hours ago"), (86_399, "23시간 전", "23 hours ago"), (86_400, "1일 전", "1 day ago"),
            (604_799, "6일 전", "6 days ago"), (604_800, "1주 전", "1 week ago"), (2_591_999, "4주 전", "4 weeks ago"),
            (2_592_000, "1개월 전", "1 month ago"), (31_535_999, "12개월 전", "12 months ago"),
            (31_536_000, "1년 전", "1 year ago"), (70_000_000, "2년 전", "2 years ago"),
        ] as [(Int64, String, String)]
    )
    func agesAreSaidInTheLargestMeasure(_ seconds: Int64, _ ko: String, _ en: String) {
        let now = Timestamp(millisecondsSinceEpoch: 1_795_000_000_000)
        let moment = now.adding(seconds: -seconds)
        #expect(korean.age(of: moment, now: now) == ko)
        #expect(english.age(of: moment, now: now) == en)
    }

    @Test func daysAndMonthsAreNamed() {
        let moment = Timestamp(millisecondsSinceEpoch: 1_772_697_600_000)
        #expect(korean.day(moment, in: .seoul) == "2026년 3월 5일")
        #expect(english.day(moment, in: .seoul) == "March 5, 2026")
        #expect(korean.month(moment, in: .seoul) == "2026년 3월")
        #expect(english.month(moment, in: .seoul) == "March 2026")
    }

    /// From midnight to nine in the morning, the day in Seoul is another one than in UTC.
    @Test func daysAndMonthsAreThoseOfTheCalendar() throws {
        let evening = Timestamp(millisecondsSinceEpoch: 1_772_292_600_000)
        #expect(korean.day(evening, in: .seoul) == "2026년 3월 1일")
        #expect(korean.month(evening, in: .seoul) == "2026년 3월")
        let utc = try #require(MarketCalendar(timeZone: "UTC"))
        #expect(korean.day(evening, in: utc) == "2026년 2월 28일")
        #expect(korean.month(evening, in: utc) == "2026년 2월")
    }

    @Test(arguments: [(0, "0"), (1000, "1,000"), (-1000, "-1,000"), (-123, "-123"), (10_000_000, "10,000,000")])
    func countsAreGroupedByThousands(_ count: Int, _ text: String) {
        #expect(ProductTexts.grouped(count) == text)
    }
}
