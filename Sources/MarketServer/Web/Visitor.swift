import HTTPTypes
import Hummingbird
import MarketModels
import MarketTexts
import MarketWeb

/// Who asks for a page, as far as its cookies and headers tell.
struct Visitor: Sendable {
    static let identityCookie = "seller"
    static let csrfCookie = "csrf"
    static let viewCookie = "view"
    static let languageCookie = "language"
    static let ticketCookie = "ticket"

    let language: Language
    let view: SiteContext.View
    /// Under which this browser lists; nil before it has.
    let identifier: VendorIdentifier?
    /// What forms of this browser have to bring along; nil before it has seen one.
    let csrf: String?
    /// What the password of the product that is asked for has bought.
    let ticket: String?

    init(_ request: Request) {
        let cookies = request.cookies
        language =
            cookies[Self.languageCookie].flatMap { Language(rawValue: $0.value) }
            ?? Language(acceptLanguage: request.headers[.acceptLanguage])
        view = cookies[Self.viewCookie].flatMap { SiteContext.View(rawValue: $0.value) } ?? .list
        identifier = cookies[Self.identityCookie].flatMap { VendorIdentifier($0.value) }
        ticket = cookies[Self.ticketCookie]?.value
        csrf = cookies[Self.csrfCookie].map(\.value).flatMap { $0.utf8.count == RandomText.length ? $0 : nil }
    }

    /// What tells pages apart that are the same for everybody otherwise.
    var variant: String { "\(language.rawValue) \(view.rawValue)" }
}

/// Texts that nobody can guess.
enum RandomText {
    static let length = 32

    /// 128 random bits in hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return [generator.next() as UInt64, generator.next() as UInt64].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// A random (version 4) UUID.
    static func makeIdentifier() -> VendorIdentifier? {
        var digits = Array(make())
        digits[12] = "4"
        digits[16] = ["8", "9", "a", "b"].randomElement() ?? "8"
        var text = ""
        for (offset, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(offset) { text.append("-") }
            text.append(digit)
        }
        return VendorIdentifier(text)
    }
}
