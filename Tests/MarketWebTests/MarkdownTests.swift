import Foundation
import Testing

@testable import MarketWeb

struct MarkdownTests {
    @Test func textsHaveHeadingsBelowThatOfThePage() {
        #expect(Markdown.html("# One\n\n###### Six") == "<h2>One</h2>\n<h6>Six</h6>\n")
        #expect(Markdown.html("- *a*\n- `b`") == "<ul>\n<li><em>a</em></li>\n<li><code>b</code></li>\n</ul>\n")
        #expect(Markdown.html("Wonbi\nSeoul") == "<p>Wonbi<br />\nSeoul</p>\n")
        #expect(Markdown.html("") == "")
    }

    @Test(arguments: [
        "https://market.example/a?b=c&d", "http://market.example", "HTTPS://MARKET.EXAMPLE",
        "mailto:help@market.example",
        "tel:+82-2-123-4567",
    ])
    func linksLeadToSitesMailAndPhones(_ address: String) {
        let escaped = address.replacing("&", with: "&amp;")
        #expect(Markdown.html("[a *b*](\(address))") == "<p><a href=\"\(escaped)\">a <em>b</em></a></p>\n")
        #expect(Markdown.html("<\(address)>").contains("<a href=\"\(escaped)\">"))
        #expect(Markdown.html("[a]\n\n[a]: \(address)").contains("<a href=\"\(escaped)\">a</a>"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java&#115;cript:alert(1)", "vbscript:x", "data:text/html,x",
        "data:image/png;base64,x", "file:///etc/passwd", "/products/1/delete", "//other.example", "#top",
        "products/new",
        "mailto:", "https:", "https:/other.example", "ftp://other.example", "&#1;javascript:alert(1)",
    ])
    func otherLinksAreTexts(_ address: String) {
        #expect(Markdown.html("[a *b*](\(address))") == "<p>a <em>b</em></p>\n")
        #expect(Markdown.html("[a]\n\n[a]: \(address)") == "<p>a</p>\n")
    }

    @Test func htmlIsShownAsText() {
        let attack = """
            <script>alert(1)</script>

            a <b onclick="alert(1)">b</b> <img src=x onerror=alert(1)> c

            <iframe src="https://other.example"></iframe>

            <!-- c -->
            """
        #expect(
            Markdown.html(attack) == """
                <p>&lt;script&gt;alert(1)&lt;/script&gt;</p>
                <p>a &lt;b onclick=&quot;alert(1)&quot;&gt;b&lt;/b&gt; &lt;img src=x onerror=alert(1)&gt; c</p>
                <p>&lt;iframe src=&quot;https://other.example&quot;&gt;&lt;/iframe&gt;</p>
                <p>&lt;!-- c --&gt;</p>

                """
        )
        // A block of HTML takes the lines behind it along.
        #expect(
            Markdown.html("<br>\nKim Shop\nMain street 1\n\nPhone 010") == """
                <p>&lt;br&gt;<br />
                Kim Shop<br />
                Main street 1</p>
                <p>Phone 010</p>

                """
        )
    }

    @Test func imagesAreLeftOutWithWhatIsInThem() {
        #expect(Markdown.html("a ![x](https://other.example/x.png) b") == "<p>a  b</p>\n")
        #expect(Markdown.html("![x [y](https://a.example) ![z](b) <i>](c)") == "<p></p>\n")
        #expect(Markdown.html("![x [y](javascript:z) ![z](b)](c)") == "<p></p>\n")
        #expect(Markdown.html("[![x](a)](https://a.example)") == "<p><a href=\"https://a.example\"></a></p>\n")
    }

    @Test func textIsEscaped() {
        #expect(Markdown.html("a < b & \"c\"\u{0}") == "<p>a &lt; b &amp; &quot;c&quot;\u{FFFD}</p>\n")
        let fence = Markdown.html("```\"><script>\n</code></pre><script>\n```")
        #expect(!fence.contains("<script"))
        #expect(Markdown.html("[a](https://a.example/\"onclick=\"x \"t\\\"><script>\")").contains("<script") == false)
    }

    /// The parser neither recurses nor takes long. Measures the CPU time of this thread, which a busy machine hardly affects.
    @Test(arguments: [">", "[", "*a ", "- ", "![", "<", "`", "[a](", "<a "])
    func deepTextsAreParsed(_ part: String) {
        let text = String(repeating: part, count: 20_000 / part.utf8.count)
        let start = processorSeconds()
        _ = Markdown.html(text)
        #expect(processorSeconds() - start < 5)
    }

    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
