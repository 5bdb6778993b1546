import Foundation
import FoundationXML
import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct FeedTests {
    private func feed(_ words: String, of source: ProductFeed.Source = .market) -> [UInt8] {
        ProductFeed(source: source, products: Samples(words: words).summaries, now: Samples.now)
            .bytes(Samples(words: words).site(.english))
    }

    /// Any text, including control characters and scalars near the surrogate range.
    @Test(arguments: [Samples.hostile, "머그컵 Mug", "\u{0}\u{1}\u{B}\u{FFFE}\u{FFFF}]]>", "", "a\nb\r\n<c>"])
    func feedsAreWellFormed(_ words: String) throws {
        let vendor = Vendor(id: .init(rawValue: 7), name: words, createdAt: Samples.now)
        for source in [ProductFeed.Source.market, .search(words), .seller(vendor)] {
            let document = try XMLElementReader(feed(words, of: source))
            #expect(document.names.first == "feed")
            #expect(document.names.count { $0 == "entry" } == 3)
            // Atom requires exactly one of each in the feed and in every entry.
            for name in ["id", "title", "updated"] { #expect(document.names.count { $0 == name } == 4) }
            #expect(!document.names.contains("script"))
        }
    }

    @Test func entriesSayWhatIsSold() throws {
        let document = try XMLElementReader(feed("Mug & co"))
        #expect(document.texts["title"]?.dropFirst().first == "Mug & co")
        #expect(document.texts["summary"]?.first == "₩12,000 · Sold out")
        #expect(document.texts["updated"]?.first == Samples.now.text)
        let html = try #require(document.texts["content"]?.first)
        #expect(html.contains("<img src=\"https://market.example/images/"))
        #expect(html.contains("alt=\"Mug &amp; co\""))
    }

    @Test func addressesOfSearchesAreEncoded() {
        #expect(ProductFeed.path(of: .search("35 mm & 의자")) == "/feed.atom?q=35%20mm%20%26%20%EC%9D%98%EC%9E%90")
    }

    @Test func pagesNameTheirFeed() {
        func feed(_ page: some WebPage) -> String? {
            Tag.all(in: page.html(Samples().site(.english)))
                .first { $0.attributes["type"] == "application/atom+xml" }?.attributes["href"]
        }
        func list(_ query: ListQuery) -> ListPage {
            Samples().list([], query)
        }
        #expect(feed(list(ListQuery())) == "/feed.atom")
        #expect(feed(list(ListQuery(text: "chair", sort: .cheapest))) == "/feed.atom?q=chair")
        let vendor = Vendor(id: .init(rawValue: 7), name: "Kim", createdAt: Samples.now)
        let page = SellerPage(vendor: vendor, page: Samples().page([]), now: Samples.now)
        #expect(feed(page) == "/sellers/7/feed.atom")
    }

    @Test func mapsHaveAsManyProductsAsTheyMay() throws {
        let size = Sitemap.batchSize * Sitemap.batchCount
        // The home page is in the first one.
        #expect(size < 50_000)
        func count(of products: Int) throws -> Int? {
            try XMLElementReader(Sitemap.index(of: products, origin: "https://market.example")).texts["loc"]?.count
        }
        for (products, maps) in [(0, 1), (1, 1), (size, 1), (size + 1, 2), (20 * size, 20), (.max, 50_000)] {
            #expect(try count(of: products) == maps, "\(products)")
        }
        #expect(Sitemap.firstBatch(of: 1) == 1)
        #expect(Sitemap.firstBatch(of: 3).map { ($0 - 1) * Sitemap.batchSize } == 2 * size)
        for number in [0, -1, 50_001, .max, .min] { #expect(Sitemap.firstBatch(of: number) == nil) }
    }

    @Test func mapsAreWellFormed() throws {
        let map =
            Sitemap.head(of: 1, origin: "https://a&b") + Sitemap.entries(Samples().summaries, origin: "https://a&b")
        let document = try XMLElementReader(map + Sitemap.footer)
        #expect(document.texts["loc"]?.prefix(2) == ["https://a&b/", "https://a&b/products/1"])
        #expect(document.texts["lastmod"]?.count == 3)
        let index = try XMLElementReader(Sitemap.index(of: 100_001, origin: "https://market.example"))
        #expect(index.texts["loc"]?.last == "https://market.example/sitemaps/3.xml")
    }

    /// The data for search engines, with nothing that could end its element.
    @Test(arguments: [Samples.hostile, "머그컵 Mug"])
    func productsAreDescribedForPrograms(_ words: String) throws {
        let page = DetailPage(product: Samples(words: words).product, hasContact: true, now: Samples.now)
        let html = page.html(Samples(words: words).site(.korean))
        let text = try #require(html.components(separatedBy: "<script type=\"application/ld+json\">").last)
        let json = text.prefix { $0 != "<" }
        #expect(json.hasPrefix("{\"@context\":\"https://schema.org\",\"@type\":\"Product\""))
        #expect(json.hasSuffix("},\"itemCondition\":\"https://schema.org/UsedCondition\" } }"))
        #expect(
            json.contains(
                "\"price\":\"12000\",\"priceCurrency\":\"KRW\",\"availability\":\"https://schema.org/InStock\""
            )
        )
    }
}

/// Reads the elements of an XML document in order, and their texts; fails if the document isn't well-formed.
private final class XMLElementReader: NSObject, XMLParserDelegate {
    private(set) var names: [String] = []
    private(set) var texts: [String: [String]] = [:]
    private var text = ""

    init(_ bytes: [UInt8]) throws {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.append(name)
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        texts[name, default: []].append(text)
        text = ""
    }
}

extension Timestamp {
    fileprivate var text: String {
        Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000).ISO8601Format()
    }
}
