import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct PagesTests {
    @Test(arguments: Language.allCases)
    func everyPageIsWhole(_ language: Language) {
        for (name, page) in Samples().pages {
            let html = page.html(Samples().site(language))
            let tags = Tag.all(in: html)
            #expect(html.hasPrefix("<!doctype html>"), "\(name)")
            #expect(html.contains("</html>"), "\(name)")
            #expect(!html.contains("{{") && !html.contains("}}"), "\(name)")
            #expect(tags.first { $0.name == "html" }?.attributes["lang"] == language.rawValue, "\(name)")
            for only in ["title", "h1", "main", "header", "footer"] {
                #expect(tags.count { $0.name == only } == 1, "\(name): \(only)")
            }
            #expect(html.contains("id=\"status\"") && html.contains("id=\"page-data\""), "\(name)")
        }
    }

    @Test(arguments: Language.allCases)
    func nobodyCanWriteHTMLIntoAPage(_ language: Language) {
        let tame = Dictionary(uniqueKeysWithValues: Samples().pages.map { ($0.name, $0.page) })
        for (name, page) in Samples(words: Samples.hostile).pages {
            let html = page.html(Samples(words: Samples.hostile).site(language))
            #expect(!html.contains("<script>"), "\(name)")
            // The same tags with the same attributes as around harmless text: nothing was injected.
            let isSame = tame[name].map { Self.shape($0.html(Samples().site(language))) } == Self.shape(html)
            #expect(isSame, "\(name)")
        }
    }

    @Test(arguments: Language.allCases)
    func rowsAreEscapedToo(_ language: Language) {
        let html = RowsFragment(
            products: Samples(words: Samples.hostile).summaries,
            list: ListAddress(),
            now: Samples.now
        )
        .html(Samples().site(language))
        #expect(
            Self.shape(html)
                == Self.shape(
                    RowsFragment(products: Samples().summaries, list: ListAddress(), now: Samples.now)
                        .html(Samples().site(language))
                )
        )
        #expect(Tag.all(in: html).count { $0.name == "li" } == 3)
    }

    @Test func pageDataCannotEndItsElement() {
        var samples = Samples()
        samples.csrf = "</script><script>\u{2028}\"\\"
        let html = ListingFormPage(key: "k").html(samples.site(.english))
        #expect(html.contains(#""csrf":"\u003c/script\u003e\u003cscript\u003e\u2028\"\\""#))
    }

    @Test func withoutATokenNoFormCarriesOne() {
        var samples = Samples()
        samples.csrf = nil
        let page = DetailPage(product: samples.product, hasContact: true, now: Samples.now)
        #expect(!page.html(samples.site(.korean)).contains("csrf"))
    }

    private static func shape(_ html: String) -> [String] {
        Tag.all(in: html).map { "\($0.name) \($0.attributes.keys.sorted().joined(separator: " "))" }
    }
}
