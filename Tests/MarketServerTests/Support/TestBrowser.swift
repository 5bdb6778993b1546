import Foundation
import HTTPTypes
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketWeb

/// A browser without scripts: it keeps cookies, follows redirects of forms, and submits the fields of forms.
actor TestBrowser {
    let market: TestMarket
    private let language: String
    private(set) var cookies: [String: String] = [:]
    private var losesAnswers = false

    /// The market has responded, and the response was lost: no page, and no cookie.
    struct LostAnswer: Error {}

    /// Submits a form whose response is lost.
    func postInVain(_ path: String, form: FormBody) async throws {
        losesAnswers = true
        defer { losesAnswers = false }
        do { _ = try await post(path, form: form) } catch is LostAnswer {}
    }

    func remember(_ cookie: String, _ value: String) { cookies[cookie] = value }
    func forget(_ cookie: String) { cookies[cookie] = nil }

    init(_ market: TestMarket, language: String = "en") {
        self.market = market
        self.language = language
    }

    struct Page: Sendable {
        let status: Int
        let html: String
        let headers: HTTPFields

        /// Returns the value of a hidden field.
        func hidden(_ name: String) -> String? { allHidden(name).first }

        /// Returns all values of a hidden field that occurs more than once.
        func allHidden(_ name: String) -> [String] {
            html.components(separatedBy: "name=\"\(name)\" value=\"").dropFirst().map { rest in
                String(rest.prefix { $0 != "\"" })
            }
        }
    }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Page {
        try await send(.get, path, headers, nil)
    }

    /// Opens a link and follows its redirects.
    func open(_ link: String) async throws -> Page {
        let page = try await get(link)
        guard page.status == 303, let location = page.headers[.location] else { return page }
        return try await open(location)
    }

    /// Submits fields as a form without files does.
    func post(_ path: String, _ fields: [(String, String)], _ headers: HTTPFields = [:]) async throws -> Page {
        let body = fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, headers, ByteBuffer(string: body))
    }

    /// Submits a form with files.
    func post(_ path: String, form: FormBody, _ headers: HTTPFields = [:]) async throws -> Page {
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=\(form.boundary)"
        return try await send(.post, path, headers, ByteBuffer(bytes: form.bytes))
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ more: HTTPFields,
        _ body: ByteBuffer?
    ) async throws -> Page {
        var headers = more
        if headers[.accept] == nil { headers[.accept] = "text/html,application/xhtml+xml,*/*;q=0.8" }
        headers[.acceptLanguage] = language
        if !cookies.isEmpty {
            headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let response = try await market.client.execute(uri: path, method: method, headers: headers, body: body)
        if losesAnswers { throw LostAnswer() }
        for field in response.headers[values: .setCookie] {
            let pair = field.prefix { $0 != ";" }
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
        }
        return Page(status: response.status.code, html: String(buffer: response.body), headers: response.headers)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// Runs a test against a market, with a browser that is new there.
func withBrowser(_ test: @escaping @Sendable (TestMarket, TestBrowser) async throws -> Void) async throws {
    try await withMarket { market in try await test(market, TestBrowser(market)) }
}

extension FormBody {
    /// Returns the listing form as a browser submits it, with the seller's name that the page has.
    static func webListing(
        _ page: TestBrowser.Page,
        _ texts: [String: String] = [:],
        kept: [String] = [],
        order: String? = nil,
        files: [(name: String, bytes: [UInt8])] = [],
        photos: [String] = ["red"]
    ) -> FormBody {
        var form = FormBody()
        let was = (["kept"] + EditDraft.fields.map(\.rawValue)).map { "was-\($0)" }
        for name in ["csrf", "key", "ticket", "version"] + was {
            if let value = page.hidden(name) { form.add(name, value) }
        }
        let seller = page.hidden("seller") ?? ""
        let defaults = [
            "name": "의자", "price": "12,000", "currency": "KRW", "discount": "", "stock": "2",
            "seller": seller.isEmpty ? "Yuna" : seller, "contact": "",
            "password": TestMarket.secret, "descriptions": "앉기 좋아요.",
        ]
        for (name, value) in defaults.merging(texts, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) {
            form.add(name, value)
        }
        for token in kept { form.add("kept", token) }
        if let order { form.add("order", order) }
        for file in files { form.add("images", file: file.name, file.bytes) }
        for photo in photos { form.add("images", file: "\(photo).jpg", Photos.bytes(photo)) }
        // What a browser sends when no file is chosen.
        if photos.isEmpty { form.add("images", file: "", [], type: "application/octet-stream") }
        form.close()
        return form
    }
}
