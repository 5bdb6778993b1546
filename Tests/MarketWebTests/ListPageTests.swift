import Foundation
import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct ListPageTests {
    /// Old addresses of pages that a list no longer has lead to its first page, instead of saying that there is nothing.
    @Test(arguments: [ListQuery(), ListQuery(text: "chair"), ListQuery(sort: .cheapest)], [0, 64])
    func pageBehindTheEndLeadsToTheFirstOne(_ query: ListQuery, _ total: Int) {
        var query = query
        let samples = Samples()
        let texts = InterfaceTexts(language: .english)
        func says(_ text: InterfaceString, _ query: ListQuery) -> Bool {
            samples.list([], query, total: total).html(samples.site(.english)).contains(
                HTMLEscaping().escapeText(texts[text])
            )
        }
        query.page = 99
        #expect(says(.backToStart, query) == (total > 0))
        query.page = 1
        #expect(!says(.backToStart, query))
    }

    @Test(
        arguments: [
            (ListQuery(), "/"),
            (ListQuery(page: 3), "/?page=3"),
            (
                ListQuery(text: "머그 & <컵>", sort: .cheapest),
                "/?q=%EB%A8%B8%EA%B7%B8%20%26%20%3C%EC%BB%B5%3E&sort=price_asc"
            ),
            (
                ListQuery(sort: .mostExpensive, inStock: true, page: 2, cursor: "a+b"),
                "/?sort=price_desc&in_stock=1&cursor=a%2Bb"
            ),
        ]
    )
    func aQueryIsAnAddress(_ query: ListQuery, _ address: String) {
        #expect(query.address == address)
    }

    @Test func thePlainListGoesOnByPageAndOthersByCursor() {
        #expect(more(of: ListQuery(page: 2)) == "/?page=3")
        #expect(more(of: ListQuery(text: "a", page: 2)) == "/?q=a&amp;cursor=i1")
        #expect(more(of: ListQuery(cursor: "c0")) == "/?cursor=i1")
    }

    @Test(arguments: [(3, false), (30, false), (31, true)])
    func theEndOfALongListSaysSoAndThatOfAShortOneDoesNot(_ total: Int, _ isSaid: Bool) {
        let page = Samples().list(Samples().summaries, total: total)
        let tags = Tag.all(in: page.html(Samples().site(.english)))
        #expect(tags.first { $0.attributes["id"] == "more" }?.attributes["hidden"] != nil)
        #expect((tags.first { $0.attributes["id"] == "end" }?.attributes["hidden"] == nil) == isSaid)
        #expect(tags.first { $0.attributes["id"] == "products" }?.attributes["data-next"] == "")
    }

    @Test(arguments: SiteContext.View.allCases)
    func theChosenViewIsShown(_ view: SiteContext.View) {
        let html = Samples().list(Samples().summaries).html(Samples().site(.korean, view: view))
        let tags = Tag.all(in: html)
        #expect(tags.first { $0.attributes["id"] == "products" }?.attributes["data-view"] == view.rawValue)
        let pressed = tags.filter { $0.attributes["name"] == "view" && $0.attributes["aria-pressed"] == "true" }
        #expect(pressed.map { $0.attributes["value"] } == [view.rawValue])
    }

    @Test func rowsSayPriceStockAgeAndWhose() {
        let html = Samples().list(Samples().summaries).html(Samples().site(.korean))
        for words in ["<b>12,000원</b>", "<s>15,000원</s>", "품절", "재고: 2", "3시간 전", "datetime=\"2026-11-18T"] {
            #expect(html.contains(words), "\(words)")
        }
        #expect(html.contains("class=\"mine\""))
        var anybody = Samples().site(.korean)
        anybody.vendor = nil
        #expect(!Samples().list(Samples().summaries).html(anybody).contains("class=\"mine\""))
    }

    @Test func rowOfAReducedPriceSaysSo() {
        for language in Language.allCases {
            let sentence = ProductTexts(language: language).reduced(Samples.reduction)
            let html = Samples().list(Samples().summaries).html(Samples().site(language))
            #expect(html.components(separatedBy: sentence).count == 2, "one of three products")
        }
    }

    /// Where the products of a list are too many to count by category, its own number isn't that of each one.
    @Test(arguments: [true, false])
    func categoriesHaveNumbersOnlyWhereTheyAreThoseOfTheList(_ countsThisList: Bool) {
        var page = Samples().list(Samples().summaries)
        page.categoryCounts = [.init(rawValue: 1): 3]
        page.countsThisList = countsThisList
        let html = page.html(Samples().site(.english))
        #expect(html.contains(/<a class="chip"[^>]*>[^<]* <small>3<\/small><\/a>/) == countsThisList)
        #expect(html.contains(/<a class="chip"[^>]*>[^<]*<\/a>/) != countsThisList)
    }

    @Test func aPlaceOfTheOperatorWithoutListingsIsSuggestedWithoutANumber() throws {
        var page = Samples().list(Samples().summaries)
        page.places = [(name: "Yeonnam", count: 2)]
        let options = Tag.all(in: page.html(Samples().site(.english))).filter { $0.name == "option" }
        let named = try #require(options.first { $0.attributes["value"] == Samples().words })
        #expect(named.attributes["label"] == nil)
        let used = try #require(options.first { $0.attributes["value"] == "Yeonnam" })
        #expect(used.attributes["label"] == "2 products")
    }

    private func more(of query: ListQuery) -> String? {
        Tag.all(in: Samples().list(Samples().summaries, query).html(Samples().site(.english)))
            .first { $0.attributes["id"] == "more" }?.attributes["href"]
    }
}
