import HTTPTypes
import Hummingbird
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The visitor of a page, as far as cookies and headers identify it.
struct Visitor: Sendable {
    /// What the cookie ``PageCookie/done`` says to My listings after an invitation.
    static let joined = "joined"

    var language: Language
    let theme: SiteContext.Theme
    let view: SiteContext.View
    /// Whether this browser has the current style sheet in its cache.
    let hasStyle: Bool
    /// The identifier under which this browser lists; nil if it has none yet.
    let identifier: VendorIdentifier?
    /// The tickets that were issued for passwords, by the name of their cookie.
    let tickets: [String: String]
    /// The secret by which this browser's rights are found; nil if it holds none.
    let browser: BrowserKey?
    private let userAgent: String
    /// Whether the browser has cookies of an older version, which aren't read over https, and none of its own.
    let hasLostListings: Bool
    private let isSecure: Bool
    private let cookies: Cookies

    /// - Parameters:
    ///   - isSecure: whether the browser has made the request over https.
    ///   - usual: the language of clients that name none.
    init(_ request: Request, isSecure: Bool, otherwise usual: Language = .english) {
        let cookies = request.cookies
        self.cookies = cookies
        self.isSecure = isSecure
        func value(_ cookie: PageCookie) -> String? { cookies[cookie.name(isSecure: isSecure)]?.value }
        language =
            value(.language).flatMap { Language(rawValue: $0) }
            ?? Language(acceptLanguage: request.headers[.acceptLanguage], otherwise: usual)
        theme = value(.theme).flatMap { SiteContext.Theme(rawValue: $0) } ?? .system
        view = value(.view).flatMap { SiteContext.View(rawValue: $0) } ?? .list
        hasStyle = value(.style) == Assets.version
        identifier = value(.identity).flatMap { VendorIdentifier($0) }
        browser = value(.browser).flatMap { BrowserKey($0) }
        userAgent = request.headers[.userAgent] ?? ""
        tickets = Self.tickets(in: request, isSecure: isSecure)
        hasLostListings =
            isSecure && identifier == nil && browser == nil
            && Self.oldCookies.contains { !(cookies[$0]?.value.isEmpty ?? true) }
    }

    private func value(_ cookie: PageCookie) -> String? { cookies[cookie.name(isSecure: isSecure)]?.value }

    private func token(_ cookie: PageCookie) -> String? { value(cookie).flatMap { $0.isRandomToken ? $0 : nil } }

    /// The token that this browser's forms must contain; nil before its first form.
    var csrf: String? { token(.csrf) }
    /// What became of the last action at the desk, until it was shown.
    var report: String? { value(.report).flatMap { $0.isEmpty ? nil : $0 } }
    /// Whether this browser has just accepted an invitation, which My listings hasn't said yet.
    var hasJoined: Bool { value(.done) == Self.joined }
    /// The token of the link for a helper that this browser opened last; nil if none is known.
    var linkToken: String? { token(.link) }
    /// The token of the link with an identity that this browser opened last; nil if none is known.
    var receiveToken: String? { token(.receive) }
    /// The token of an operator's session; nil if nobody is signed in.
    var operatorSession: String? { token(.operatorSession) }
    /// The page of operators that asked this browser to sign in again; nil if none has.
    var operatorReturn: String? { value(.operatorReturn) }
    /// The token of the link to sign in that this browser opened last; nil if none is known.
    var operatorLink: String? { token(.operatorLink) }
    /// The favorites of a browser without scripts. It sends them only to the page of favorites.
    var favorites: [KeptProduct] {
        KeptProduct.list(from: value(.favorites) ?? "", limit: KeptProduct.maximumCountInCookie)
    }

    /// The cookies that made listings the browser's own before they got their prefix.
    static let oldCookies = [PageCookie.identity.rawValue, PageCookie.browser.rawValue]

    /// Returns the name of the cookie with the ticket for a product. Over http its path is that of the product's pages; over
    /// https the prefix allows no path, so the product is in the name.
    static func ticketCookieName(for id: Product.ID, isSecure: Bool) -> String {
        let name = PageCookie.ticket.name(isSecure: isSecure)
        return isSecure ? "\(name)-\(id.rawValue)" : name
    }

    private static func tickets(in request: Request, isSecure: Bool) -> [String: String] {
        let start = PageCookie.ticket.name(isSecure: isSecure)
        var tickets: [String: String] = [:]
        // Only tickets are taken apart: every page reads all cookies, of which somebody may send thousands.
        let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        for pair in pairs where pair.utf8.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: start.utf8) {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmingSpaces }
            guard parts.count == 2, isSecure ? parts[0].hasPrefix(start + "-") : parts[0] == start else { continue }
            // As for other cookies, the first one counts: its path is the longest.
            if tickets[parts[0]] == nil { tickets[parts[0]] = parts[1] }
        }
        return tickets
    }

    /// What the browser says that it is. It takes some 20 µs to find out, so pages that don't need it don't ask.
    var browserName: BrowserName { BrowserName(userAgent: userAgent) }

    /// Returns the ticket that was issued for the password of a product.
    func ticket(for id: Product.ID) -> String? { tickets[Self.ticketCookieName(for: id, isSecure: isSecure)] }

    /// Returns what its seller has just done with a product, as far as this browser knows.
    func done(with id: Product.ID) -> SellerDone? {
        guard let parts = value(.done)?.split(separator: "-"), parts.count == 2, parts[1] == String(id.rawValue) else {
            return nil
        }
        return SellerDone(rawValue: String(parts[0]))
    }

    /// The distinction between pages that otherwise are the same for everyone.
    var variant: String {
        "\(language.rawValue) \(view.rawValue) \(theme.rawValue) \(hasStyle ? "linked" : "contained")"
    }
}

extension VendorIdentifier {
    /// Returns an identifier that can't be guessed.
    static func random() -> VendorIdentifier? { VendorIdentifier(String.randomUUID()) }
}
