import HTTPTypes
import Hummingbird
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The visitor of a page, as far as cookies and headers identify it.
struct Visitor: Sendable {
    /// The names of cookies that say who somebody is. Over https they begin with `__Host-`, so that no other host of the
    /// same site can set them (``cookieName(_:isSecure:)``).
    static let identityCookie = "seller"
    static let csrfCookie = "csrf"
    static let viewCookie = "view"
    static let languageCookie = "language"
    static let ticketCookie = "ticket"
    static let themeCookie = "theme"
    static let browserCookie = "rights"
    static let reportCookie = "report"
    static let doneCookie = "done"
    /// What the cookie says to My listings after an invitation.
    static let joined = "joined"
    static let favoritesCookie = "favorites"
    static let linkCookie = "link"
    static let receiveCookie = "receive"
    static let operatorCookie = "operator"
    static let operatorLinkCookie = "operator-link"
    static let operatorReturnCookie = "operator-return"
    /// Set by scripts.
    static let styleCookie = "style"

    let language: Language
    let theme: SiteContext.Theme
    let view: SiteContext.View
    /// Whether this browser has the current style sheet in its cache.
    let hasStyle: Bool
    /// The identifier under which this browser lists; nil if it has none yet.
    let identifier: VendorIdentifier?
    /// The token that this browser's forms must contain; nil before its first form.
    let csrf: String?
    /// The tickets that were issued for passwords, by the name of their cookie.
    let tickets: [String: String]
    /// The secret by which this browser's rights are found; nil if it holds none.
    let browser: BrowserKey?
    private let userAgent: String
    /// What became of the last action at the desk, until it was shown.
    let report: String?
    /// What was done with which product, until its page has said so: `saved-12`.
    private let done: String?
    /// Whether this browser has just accepted an invitation, which My listings hasn't said yet.
    var hasJoined: Bool { done == Self.joined }
    /// Whether the browser has cookies of an older version, which aren't read over https, and none of its own.
    let hasLostListings: Bool
    private let isSecure: Bool
    /// The token of the link for a helper that this browser opened last; nil if none is known.
    let linkToken: String?
    /// The token of the link with an identity that this browser opened last; nil if none is known.
    let receiveToken: String?
    /// The token of an operator's session; nil if nobody is signed in.
    let operatorSession: String?
    /// The page of operators that asked this browser to sign in again; nil if none has.
    let operatorReturn: String?
    /// The token of the link to sign in that this browser opened last; nil if none is known.
    let operatorLink: String?
    /// The favorites of a browser without scripts. It sends them only to the page of favorites.
    let favorites: [KeptProduct]

    /// - Parameters:
    ///   - isSecure: whether the browser has made the request over https.
    ///   - usual: the language of clients that name none.
    init(_ request: Request, isSecure: Bool, otherwise usual: Language = .english) {
        let cookies = request.cookies
        self.isSecure = isSecure
        func own(_ name: String) -> String? { cookies[Self.cookieName(name, isSecure: isSecure)]?.value }
        language =
            cookies[Self.languageCookie].flatMap { Language(rawValue: $0.value) }
            ?? Language(acceptLanguage: request.headers[.acceptLanguage], otherwise: usual)
        theme = cookies[Self.themeCookie].flatMap { SiteContext.Theme(rawValue: $0.value) } ?? .system
        favorites = KeptProduct.list(
            from: cookies[Self.favoritesCookie]?.value ?? "",
            limit: KeptProduct.maximumCountInCookie
        )
        view = cookies[Self.viewCookie].flatMap { SiteContext.View(rawValue: $0.value) } ?? .list
        hasStyle = cookies[Self.styleCookie]?.value == Assets.version
        identifier = own(Self.identityCookie).flatMap { VendorIdentifier($0) }
        browser = own(Self.browserCookie).flatMap { BrowserKey($0) }
        userAgent = request.headers[.userAgent] ?? ""
        tickets = Self.tickets(in: request, isSecure: isSecure)
        hasLostListings =
            isSecure && identifier == nil && browser == nil
            && Self.oldCookies.contains { !(cookies[$0]?.value.isEmpty ?? true) }
        report = cookies[Self.reportCookie].flatMap { $0.value.isEmpty ? nil : $0.value }
        done = cookies[Self.doneCookie]?.value
        linkToken = own(Self.linkCookie).flatMap { $0.isRandomToken ? $0 : nil }
        receiveToken = own(Self.receiveCookie).flatMap { $0.isRandomToken ? $0 : nil }
        operatorSession = own(Self.operatorCookie).flatMap { $0.isRandomToken ? $0 : nil }
        operatorLink = own(Self.operatorLinkCookie).flatMap { $0.isRandomToken ? $0 : nil }
        operatorReturn = own(Self.operatorReturnCookie)
        csrf = own(Self.csrfCookie).flatMap { $0.isRandomToken ? $0 : nil }
    }

    /// The cookies that made listings the browser's own before they got their prefix.
    static let oldCookies = [identityCookie, browserCookie]
    private static let prefixedCookies: Set = [
        csrfCookie, identityCookie, browserCookie, ticketCookie, linkCookie, receiveCookie, operatorCookie,
        operatorLinkCookie, operatorReturnCookie,
    ]
    static let securePrefix = "__Host-"

    /// Returns the name under which a cookie is stored.
    static func cookieName(_ name: String, isSecure: Bool) -> String {
        isSecure && prefixedCookies.contains(name) ? securePrefix + name : name
    }

    /// Returns the name of the cookie with the ticket for a product. Over http its path is that of the product's pages; over
    /// https the prefix allows no path, so the product is in the name.
    static func ticketCookieName(for id: Product.ID, isSecure: Bool) -> String {
        let name = cookieName(ticketCookie, isSecure: isSecure)
        return isSecure ? "\(name)-\(id.rawValue)" : name
    }

    private static func tickets(in request: Request, isSecure: Bool) -> [String: String] {
        let start = cookieName(ticketCookie, isSecure: isSecure)
        var tickets: [String: String] = [:]
        for pair in request.headers[values: .cookie].flatMap({ $0.split(separator: ";") }) {
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
        guard let parts = done?.split(separator: "-"), parts.count == 2, parts[1] == String(id.rawValue) else {
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
