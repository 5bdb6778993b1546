import HTTPTypes
import Hummingbird
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// The visitor of a page, as far as cookies and headers identify it.
struct Visitor: Sendable {
    static let identityCookie = "seller"
    static let csrfCookie = "csrf"
    static let viewCookie = "view"
    static let languageCookie = "language"
    static let ticketCookie = "ticket"
    static let themeCookie = "theme"
    static let browserCookie = "rights"
    static let reportCookie = "report"
    static let favoritesCookie = "favorites"
    static let linkCookie = "link"
    static let receiveCookie = "receive"
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
    /// The ticket that was issued for the password of the requested product.
    let ticket: String?
    /// The secret from which this browser's rights for products are derived; nil if it holds none.
    let browser: BrowserKey?
    /// What became of the last action at the desk, until it was shown.
    let report: String?
    /// The token of the link for a helper that this browser opened last; nil if none is known.
    let linkToken: String?
    /// The token of the link with an identity that this browser opened last; nil if none is known.
    let receiveToken: String?
    /// The favourites of a browser without scripts. It sends them only to the page of favourites.
    let favorites: [KeptProduct]

    init(_ request: Request) {
        let cookies = request.cookies
        language =
            cookies[Self.languageCookie].flatMap { Language(rawValue: $0.value) }
            ?? Language(acceptLanguage: request.headers[.acceptLanguage])
        theme = cookies[Self.themeCookie].flatMap { SiteContext.Theme(rawValue: $0.value) } ?? .system
        favorites = KeptProduct.list(
            from: cookies[Self.favoritesCookie]?.value ?? "",
            limit: KeptProduct.maximumCountInCookie
        )
        view = cookies[Self.viewCookie].flatMap { SiteContext.View(rawValue: $0.value) } ?? .list
        hasStyle = cookies[Self.styleCookie]?.value == Assets.version
        identifier = cookies[Self.identityCookie].flatMap { VendorIdentifier($0.value) }
        ticket = cookies[Self.ticketCookie]?.value
        browser = cookies[Self.browserCookie].flatMap { BrowserKey($0.value) }
        report = cookies[Self.reportCookie].flatMap { $0.value.isEmpty ? nil : $0.value }
        linkToken = cookies[Self.linkCookie].map(\.value).flatMap { RandomToken.isValid($0) ? $0 : nil }
        receiveToken = cookies[Self.receiveCookie].map(\.value).flatMap { RandomToken.isValid($0) ? $0 : nil }
        csrf = cookies[Self.csrfCookie].map(\.value).flatMap { $0.utf8.count == RandomToken.length ? $0 : nil }
    }

    /// The distinction between pages that otherwise are the same for everyone.
    var variant: String {
        "\(language.rawValue) \(view.rawValue) \(theme.rawValue) \(hasStyle ? "linked" : "contained")"
    }
}

/// Random texts that can't be guessed.
enum RandomToken {
    static let length = 32

    /// Returns 128 random bits in hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (generator.next() as UInt64).hexDigits + (generator.next() as UInt64).hexDigits
    }

    /// Whether a text has the form of a token. Links are sometimes passed on in capital letters.
    static func isValid(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    }

    /// Returns a random (version 4) UUID.
    static func makeIdentifier() -> VendorIdentifier? {
        VendorIdentifier(String.randomUUID())
    }
}
