import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

/// Price tags and notices (UX.md, “On paper”).
struct PrintPageTests {
    private func html(_ page: PrintPage, _ language: Language = .english) -> String {
        page.html(Samples().site(language))
    }

    private func products(_ count: Int) -> [Product] { Array(repeating: Samples().product, count: count) }

    private func count(_ page: PrintPage, _ name: String) -> Int {
        Tag.all(in: html(page)).count { $0.attributes["class"] == name }
    }

    @Test(arguments: [(1, 1), (24, 1), (25, 2), (96, 4)])
    func aSheetHasTwentyFourPriceTags(_ tags: Int, _ sheets: Int) {
        let page = PrintPage(kind: .labels, products: products(tags))
        #expect(count(page, "tag") == tags)
        #expect(count(page, "paper") == sheets)
        #expect(html(page).contains("Sheet \(sheets) of \(sheets)"))
    }

    @Test(arguments: [(1, 1), (4, 1), (5, 2)])
    func aSheetHasFourNotices(_ notices: Int, _ sheets: Int) {
        let page = PrintPage(kind: .notices, products: products(notices))
        #expect(count(page, "leaflet") == notices)
        #expect(count(page, "paper") == sheets)
    }

    @Test(arguments: [(PrintPage.Kind.labels, 1), (.notices, 7)])
    func tagsAndStripsHaveNamePriceAndShortLink(_ kind: PrintPage.Kind, _ times: Int) {
        let page = html(PrintPage(kind: kind, products: products(1)), .korean)
        for words in ["머그컵 Mug", "12,000원", "market.example<wbr"] {
            #expect(page.split(separator: ">").count { $0.hasPrefix(words) } >= times, "\(words)")
        }
        // The address of the code is complete.
        #expect(page.contains("aria-label=\"https://market.example/products/12 QR 코드\""))
    }

    @Test func longPricesAreSetSmaller() {
        #expect(!html(PrintPage(kind: .labels, products: products(1))).contains("cost long"))
        let product = Samples().product
        let pricing = Pricing(currency: .krw, priceMinorUnits: 9_007_199_254_740_991, discountMinorUnits: 0)
        let dear = Product(
            id: product.id,
            vendor: product.vendor,
            listing: Listing(name: "x", description: "", pricing: pricing.unsafelyUnwrapped, stock: 1),
            images: [],
            thumbnail: nil,
            registeredAt: product.registeredAt,
            updatedAt: product.updatedAt,
            version: 1
        )
        #expect(html(PrintPage(kind: .labels, products: [dear])).contains("cost long"))
    }

    @Test(arguments: Language.allCases)
    func whatIsLeftOutIsSaid(_ language: Language) {
        let texts = InterfaceTexts(language: language)
        let page = html(PrintPage(kind: .labels, products: products(1), goneCount: 2, isCapped: true), language)
        #expect(page.contains(texts[.leftOutAsGone(2)]) && page.contains(texts[.leftOutBeyond(PrintPage.maximumCount)]))
        let whole = html(PrintPage(kind: .labels, products: products(1)), language)
        #expect(!whole.contains("class=\"notice\""))
    }

    @Test func anAddressThatIsTooLongForACodeIsPrintedWithoutOne() {
        var site = Samples().site(.english)
        site.origin = "https://\(String(repeating: "a", count: 3000)).example"
        let page = PrintPage(kind: .notices, products: products(1)).html(site)
        #expect(!page.contains("class=\"code\"") && page.contains("class=\"where\""))
    }

    @Test func theAddressNamesEachProductOnce() {
        let ids = [3, 1, 2].map { Product.ID(rawValue: $0) }
        #expect(PrintPage.address(of: ids, .notices) == "/print?products=3,1,2&kind=notices")
        #expect(html(PrintPage(kind: .labels, products: products(1))).contains("name=\"products\" value=\"12\""))
    }
}
