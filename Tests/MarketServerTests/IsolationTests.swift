import Foundation
import HTTPTypes
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// What people write may begin from the right. It must not turn around what stands beside it, so each element that holds
/// it has a direction of its own.
struct IsolationTests {
    private static let mark = "שלום"

    /// Returns the text and the values of a page that hold the mark and aren't isolated.
    static func exposed(in html: String) -> [String] {
        var stack: [(name: String, isIsolated: Bool)] = []
        var exposed: [String] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            let text = rest[..<start]
            let isHidden = stack.contains { ["title", "script", "head"].contains($0.name) }
            if text.contains(mark), !isHidden, !stack.contains(where: \.isIsolated) { exposed.append(String(text)) }
            guard let end = rest[start...].firstIndex(of: ">") else { break }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
            if tag.hasPrefix("/") {
                if let open = stack.lastIndex(where: { $0.name == name }) { stack.removeSubrange(open...) }
                continue
            }
            let isIsolated = tag.contains(" dir=\"auto\"") || name == "bdi"
            if name == "input", tag.contains("type=\"text\""), tag.contains(mark), !isIsolated {
                exposed.append(String(tag))
            }
            if !["input", "meta", "link", "img", "source", "br", "wbr"].contains(name), !tag.hasSuffix("/") {
                stack.append((name, isIsolated || name == "option"))
            }
        }
        return exposed
    }

    @Test func exposedTextIsFound() {
        #expect(Self.exposed(in: "<p>שלום</p><p dir=\"auto\">שלום</p><i>a</i><b>שלום</b>").count == 2)
        #expect(Self.exposed(in: "<p><bdi>שלום</bdi> a</p><input type=\"text\" value=\"שלום\">").count == 1)
    }

    @Test func everyPageIsolatesWhatPeopleWrite() async throws {
        try await withBrowser { market, browser in
            let texts = [
                "name": "\(Self.mark) כיסא 3", "place": "\(Self.mark) 2", "seller": "\(Self.mark) (a)",
                "contact": "\(Self.mark) 010-1234-5678", "descriptions": "\(Self.mark)\nabc",
            ]
            let form = try await browser.get("/products/new")
            let listed = try await browser.post("/products", form: .webListing(form, texts))
            #expect(listed.status == 303, "\(listed.html.suffix(2000))")
            let csrf = form.hidden("csrf") ?? ""
            _ = try await browser.post("/favorites", [("csrf", csrf), ("product", "1-12000"), ("favorite", "add")])
            let hebrew = "%D7%A9%D7%9C%D7%95%D7%9D"
            for path in [
                "/", "/?q=\(hebrew)", "/?place=\(hebrew)", "/?q=\(hebrew)zzzz", "/products/1", "/products/1/contact",
                "/products/1/edit", "/products/1/delete", "/products/1/others", "/products/1/similar", "/sellers/1",
                "/mine", "/favorites", "/print", "/print?products=1&kind=labels", "/print?products=1&kind=notices",
                "/mine/reserve?products=1", "/products/1/manage", "/products/new?from=1",
            ] {
                let page = try await browser.get(path)
                let exposed = Self.exposed(in: page.html)
                #expect(exposed.isEmpty, "\(path): \(exposed)")
            }
            #expect(try await browser.get("/products/1").html.contains(Self.mark))
            // The form is shown again with what was typed.
            let refused = try await browser.post(
                "/products",
                form: .webListing(form, texts.merging(["price": "x"]) { $1 })
            )
            #expect(refused.html.contains(Self.mark))
            #expect(Self.exposed(in: refused.html).isEmpty)
        }
    }
}
