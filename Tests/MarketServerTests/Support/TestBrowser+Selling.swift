import HTTPTypes
import MarketCore
import Testing

/// What sellers do in a browser.
extension TestBrowser {
    func list(_ name: String, _ headers: HTTPFields = [:]) async throws {
        let form = try await get("/products/new")
        try #require(try await post("/products", form: .webListing(form, ["name": name]), headers).status == 303)
    }

    /// Returns the address of a link that gives the listings of this browser to another one.
    func linkForAnotherBrowser() async throws -> String {
        let csrf = try #require(try await get("/move").hidden("csrf"))
        let page = try await post("/move/link", [("csrf", csrf)])
        return "/receive?token=\(try #require(page.html.firstMatch(of: /\/receive\?token=([0-9a-f]{32})</)?.1))"
    }

    /// Takes the listings of this browser to another one.
    func move(to other: TestBrowser, _ headers: HTTPFields = [:]) async throws {
        let page = try await other.open(try await linkForAnotherBrowser())
        let fields = ["csrf", "token"].map { ($0, page.hidden($0) ?? "") }
        try #require(try await other.post("/receive", fields, headers).status == 303)
    }

    /// Taps the button that ends a browser, and answers the question if it is asked.
    func end(_ which: String) async throws -> Page {
        let csrf = try #require(try await get("/mine").hidden("csrf"))
        let question = try await post("/mine", [("csrf", csrf), ("end", which)])
        guard question.status == 200 else { return question }
        return try await post("/mine", ["csrf", "end", "sure"].map { ($0, question.hidden($0) ?? "") })
    }

    /// What the list of browsers calls this one.
    func digest() throws -> String { try #require(cookies["rights"].flatMap { BrowserKey($0) }?.digest.rawValue) }
}
