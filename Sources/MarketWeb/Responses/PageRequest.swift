import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketHashing
import MarketModels
import MarketServer

/// A request of a browser, with what its response is made with: headers, cookies, and the context of a page.
@dynamicMemberLookup
struct PageRequest: Sendable {
    let base: Request
    let context: MarketRequestContext
    let site: PageResponder
    private(set) var visitor: Visitor
    /// The language that the form was sent to change, before anything else is done with it; nil if it wasn't.
    private var chosenLanguage: Language?
    /// Whether browsers see the market over https.
    let isSecure: Bool

    init(_ base: Request, _ context: MarketRequestContext, _ site: PageResponder) {
        self.base = base
        self.context = context
        self.site = site
        isSecure = site.origins.origin(of: base.head).text.hasPrefix("https:")
        visitor = Visitor(base, isSecure: isSecure, otherwise: site.language)
    }

    subscript<Value>(dynamicMember property: KeyPath<Request, Value>) -> Value { base[keyPath: property] }

    /// The client that the request is attributed to.
    var client: ClientAddress { context.clientAddress }
    /// How links to the market begin.
    var origin: Origin { site.origins.origin(of: base.head) }

    func siteContext(path: String? = nil, csrf: String? = nil, vendor: Vendor.ID? = nil) -> SiteContext {
        SiteContext(
            language: visitor.language,
            theme: visitor.theme,
            view: visitor.view,
            origin: origin.text,
            calendar: site.services.policy.lifecycles.calendar,
            images: ImageAddresses(site.origins.images),
            path: path ?? base.head.path ?? "/",
            isShownOnce: base.method == .post,
            csrf: csrf,
            currencies: site.services.pricesOfForms.currencies,
            categories: site.services.store.categories,
            profile: site.services.store.profile,
            places: site.services.policy.places,
            vendor: vendor
        )
    }

    /// Returns the request of a visitor who has chosen a language with a button of a form. The browser gets the choice with the
    /// form, which is shown again with what was typed.
    func choosing(_ language: Language) -> PageRequest {
        var request = self
        request.visitor.language = language
        request.chosenLanguage = language
        return request
    }

    /// Returns the address that a form leads back to, which is always on this site.
    func returnPath(_ text: String?) -> String {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\"), text.utf8.count <= 2000,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return "/" }
        return text
    }
}

// MARK: - Responses

extension PageRequest {
    /// Creates the response with a page for one browser.
    ///
    /// - Parameters:
    ///   - context: the context of the page; nil for that of the request.
    ///   - isCompressed: whether the page is compressed when the request accepts gzip. Pages with a form token never are, because
    ///     their compressed size could reveal it.
    func page(
        _ page: some WebPage,
        _ context: SiteContext? = nil,
        status: HTTPResponse.Status = .ok,
        cookies: [Cookie] = [],
        isCompressed: Bool = false
    ) -> Response {
        let context = context ?? siteContext()
        var body = ByteBuffer(bytes: page.bytes(context))
        var headers = Self.headers(context)
        // Without a form token, the browser may keep the page for the way back, which `no-store` would forbid.
        headers[.cacheControl] =
            context.csrf == nil && status == .ok && cookies.isEmpty ? "private, no-cache" : "no-store"
        if context.csrf == nil, isCompressed, base.negotiation.wantsGzip,
            let compressed = Gzip.compress(body.readableBytesView)
        {
            body = ByteBuffer(bytes: compressed)
            headers[.contentEncoding] = "gzip"
        }
        var response = Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        for cookie in cookies { response.setCookie(cookie) }
        return response
    }

    /// Creates the response with a page that contains a form. A browser without a form token gets one.
    ///
    /// - Parameters:
    ///   - vendor: the vendor that lists from the browser, on pages that lead to the form of a new listing.
    ///   - identifier: the identifier under which the form lists. The browser gets it when the form is shown, so that a
    ///     repeated submission, or one after a lost response, comes from the same seller. It gets the secret of its rights as
    ///     well.
    func form(
        _ page: some WebPage,
        status: HTTPResponse.Status = .ok,
        vendor: Vendor.ID? = nil,
        listsAs identifier: VendorIdentifier? = nil
    ) -> Response {
        let csrf = visitor.csrf ?? String.randomToken()
        var context = siteContext(csrf: csrf, vendor: vendor)
        var cookies = visitor.csrf == nil ? [cookie(.csrf, csrf)] : []
        if let identifier, visitor.identifier == nil {
            cookies.append(cookie(.identity, identifier.text))
        }
        if identifier != nil, visitor.browser == nil {
            cookies.append(cookie(.browser, BrowserKey().text))
        }
        if let chosenLanguage { cookies.append(cookie(.language, chosenLanguage.rawValue)) }
        if visitor.hasLostListings {
            // It is said once.
            context.hasLostListings = true
            cookies += Visitor.oldCookies.map { Cookie(name: $0, value: "", maxAge: 0, path: "/", secure: true) }
        }
        return self.page(page, context, status: status, cookies: cookies)
    }

    /// Redirects after a form was accepted. Scripts get the address and navigate themselves.
    ///
    /// - Parameter message: a message that scripts show first.
    func redirect(
        to location: String,
        status: HTTPResponse.Status = .ok,
        message: String? = nil,
        cookies: [Cookie] = []
    ) -> Response {
        var response: Response
        if base.wantsJSON {
            let json = JSONWriter.object { json in
                json.member("location", location)
                if let message { json.member("message", message) }
            }
            response = .json(json, status: status)
        } else {
            response = Response(
                status: .seeOther,
                headers: [.location: location, .cacheControl: "no-store", .contentLength: "0"]
            )
        }
        for cookie in cookies { response.setCookie(cookie) }
        return response
    }

    /// Opens a link: moves its token from the address into a cookie, and redirects to the address without it, which is
    /// what histories, logs and other sites get to know. The browser sends the cookie only to the page of the link.
    ///
    /// - Returns: nil if the token is malformed.
    func open(_ page: WebRoutePattern, token: String, in cookie: PageCookie) -> Response? {
        guard token.isRandomToken else { return nil }
        return redirect(to: page.rawValue, cookies: [self.cookie(cookie, token)]).withSecretAddress
    }

    /// Creates the response to a browser that requests the page of a link and has none open: it has used it and goes back, the
    /// address was copied from another browser, or the browser stores no cookies.
    func linkNotOpened() -> Response {
        page(MessagePage(kind: .linkNotOpened), status: .notFound).withSecretAddress
    }

    /// Allows nothing from other origins except images of `--images-url`, and nothing inline except the style sheet and the
    /// operator's color.
    private static func policy(_ site: SiteContext) -> String {
        let elsewhere = site.images.elsewhere.map { " " + $0 } ?? ""
        let accent = site.accentStyle.map { style in
            " 'sha256-\(Data(SHA256.hash(Array(style.utf8))).base64EncodedString())'"
        }
        let styles = Assets.styleDigest + (accent ?? "")
        return "default-src 'self'; img-src 'self' blob: data:\(elsewhere); style-src 'self' \(styles); "
            + "script-src 'self'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
            + "form-action 'self'"
    }

    static func headers(_ site: SiteContext) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8",
            .contentLanguage: site.language.rawValue,
            .contentSecurityPolicy: policy(site),
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "same-origin",
            .speculationRules: "\"/assets/\(Assets.version)/speculation.json\"",
        ]
        if !site.containsStyle {
            // Browsers read the header before they parse the page.
            headers[.link] = "</assets/\(Assets.version)/app.css>; rel=preload; as=style"
        }
        return headers
    }
}

extension ImageAddresses {
    fileprivate init(_ url: ImagesURL?) {
        self.init(elsewhere: url?.text, hasWebSizes: url?.hasWebSizes ?? false)
    }
}

extension Request {
    /// Whether a script made the request, which expects JSON rather than a page.
    var wantsJSON: Bool {
        headers[.accept].map { $0.contains("application/json") && !$0.contains("text/html") } ?? false
    }

    /// Whether the client accepts a page.
    var wantsPage: Bool { headers[.accept]?.contains("text/html") ?? false }
}

extension Response {
    /// The response, kept out of every cache, and its address out of every request that follows: it has a secret in it.
    var withSecretAddress: Response {
        var response = forSellerOnly
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    /// The response, kept out of every cache: it is for the seller only.
    var forSellerOnly: Response {
        var response = self
        response.headers[.cacheControl] = "private, no-store"
        return response
    }
}

extension HTTPField.Name {
    static let link = field("Link")
    static let referrerPolicy = field("Referrer-Policy")
    static let speculationRules = field("Speculation-Rules")
    static let xRobotsTag = field("X-Robots-Tag")
    static let nextCursor = field("X-Next-Cursor")
    static let total = field("X-Total")
}
