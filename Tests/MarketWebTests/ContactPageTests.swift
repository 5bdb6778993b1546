import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct ContactPageTests {
    private func html(_ contact: String?, _ language: Language = .english) -> String {
        ContactPage(product: Samples().product, contact: contact).html(Samples().site(language))
    }

    /// Returns the links of the contact itself, without those of the rest of the page.
    private func links(_ contact: String) -> [Tag] {
        Tag.all(in: html(contact)).filter { tag in
            tag.name == "a" && ["tel:", "mailto:", "https:"].contains { tag.attributes["href"]?.hasPrefix($0) == true }
        }
    }

    @Test func numbersAddressesAndLinksAreLinks() {
        let links = links("010-1234-5678 kim@example.com https://example.com/kim?a=1&b=2")
        #expect(
            links.map { $0.attributes["href"] }
                == ["tel:01012345678", "mailto:kim@example.com", "https://example.com/kim?a=1&amp;b=2"]
        )
        #expect(links.map { $0.attributes["rel"] } == [nil, nil, "noopener nofollow ugc"])
        #expect(links.map { $0.attributes["target"] } == [nil, nil, "_blank"])
    }

    @Test func whatStandsAroundThemIsKeptAsItIs() {
        let html = html("전화: 010-1234-5678\n  <b>저녁에</b>")
        #expect(html.contains("<p class=\"reach\" dir=\"auto\">전화: <span"))
        #expect(html.contains("</span>\n  &lt;b&gt;저녁에&lt;/b&gt;</p>"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "https://bank.com@evil.example", "https://a.example/\" onclick=\"alert(1)",
        Samples.hostile,
    ])
    func nothingElseBecomesALink(_ contact: String) {
        let isPart = links(contact).map { $0.attributes["href"] }
        #expect(isPart.allSatisfy { $0 == "https://a.example/" })
        #expect(Tag.all(in: html(contact)).allSatisfy { !$0.attributes.keys.contains { $0.hasPrefix("on") } })
    }

    @Test(arguments: Language.allCases)
    func everyDetailHasAButtonThatSaysWhatItCopies(_ language: Language) {
        let buttons = Tag.all(in: html("02-123-4567, kim@example.com", language))
            .filter { $0.attributes["class"] == "copy" }
        let texts = InterfaceTexts(language: language)
        let labels = [texts[.copy("02-123-4567")], texts[.copy("kim@example.com")]]
        #expect(buttons.map { $0.attributes["aria-label"] } == labels)
    }

    @Test func wordsAloneAreCopiedWhole() {
        let html = html("카카오톡 kim")
        #expect(html.contains("<span>카카오톡 kim</span><button class=\"copy\""))
        #expect(!self.html(nil).contains("class=\"copy\""))
    }
}
