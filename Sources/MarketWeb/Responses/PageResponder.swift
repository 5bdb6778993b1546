import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketHashing
import MarketModels
import MarketServer
import MarketTexts

/// What the pages of one listener are made with, and the parts that all their responses share: headers, cookies, and the
/// context of a page.
struct PageResponder: Sendable {
    let dependencies: ServerDependencies
    let origins: OriginPolicy
    let forms: WebFormReader
    /// Serves pages that are the same for everyone (``cached(_:_:route:path:make:)``).
    let cache: CachingResponder

    init(dependencies: ServerDependencies, origins: OriginPolicy) {
        self.dependencies = dependencies
        self.origins = origins
        forms = WebFormReader(uploads: dependencies.uploads)
        cache = CachingResponder(dependencies: dependencies, origins: origins)
    }

    var services: MarketServices { dependencies.services }

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

    /// Whether browsers see the market over https.
    func isSecure(_ request: Request) -> Bool {
        origins.origin(of: request.head).text.hasPrefix("https:")
    }

    func visitor(_ request: Request) -> Visitor {
        Visitor(request, isSecure: isSecure(request), otherwise: language)
    }

    /// What gives errors their sentences.
    var translator: ErrorTranslator { ErrorTranslator(contact: services.store.profile.contact) }

    /// The language of pages for clients that name none.
    private var language: Language {
        services.store.profile.value(of: .language).flatMap { Language(rawValue: $0) } ?? services.language
    }

    func context(
        _ request: Request,
        _ visitor: Visitor,
        path: String? = nil,
        csrf: String? = nil,
        vendor: Vendor.ID? = nil
    ) -> SiteContext {
        SiteContext(
            language: visitor.language,
            theme: visitor.theme,
            view: visitor.view,
            origin: origins.origin(of: request.head).text,
            images: ImageAddresses(origins.images),
            path: path ?? request.head.path ?? "/",
            csrf: csrf,
            currencies: services.pricesOfForms.currencies,
            categories: services.store.categories,
            profile: services.store.profile,
            places: services.policy.places,
            vendor: vendor
        )
    }

    /// Returns the vendor that lists from this browser; nil if it hasn't listed anything.
    func vendor(of visitor: Visitor) async throws -> Vendor? {
        guard let identifier = visitor.identifier else { return nil }
        return try await services.browseProducts.vendor(identifiedBy: identifier)
    }

    // MARK: Responses

    /// Creates the response with a page for one browser.
    ///
    /// - Parameter request: if given, the page is compressed when the request accepts gzip. Pages with a form token are
    ///   never compressed, because their compressed size could reveal it.
    func page(
        _ page: some WebPage,
        _ site: SiteContext,
        status: HTTPResponse.Status = .ok,
        cookies: [Cookie] = [],
        compressedFor request: Request? = nil
    ) -> Response {
        var body = ByteBuffer(bytes: page.bytes(site))
        var headers = Self.headers(site)
        // Without a form token, the browser may keep the page for the way back, which `no-store` would forbid.
        headers[.cacheControl] = site.csrf == nil && status == .ok && cookies.isEmpty ? "private, no-cache" : "no-store"
        if site.csrf == nil, let request, request.negotiation.wantsGzip,
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
        _ request: Request,
        _ visitor: Visitor,
        status: HTTPResponse.Status = .ok,
        vendor: Vendor.ID? = nil,
        listsAs identifier: VendorIdentifier? = nil,
        _ make: (SiteContext) -> some WebPage
    ) -> Response {
        let csrf = visitor.csrf ?? String.randomToken()
        var site = context(request, visitor, csrf: csrf, vendor: vendor)
        var cookies = visitor.csrf == nil ? [cookie(Visitor.csrfCookie, csrf, request, isStrict: true)] : []
        if let identifier, visitor.identifier == nil {
            cookies.append(cookie(Visitor.identityCookie, identifier.text, request))
        }
        if identifier != nil, visitor.browser == nil {
            cookies.append(cookie(Visitor.browserCookie, BrowserKey().text, request))
        }
        if visitor.hasLostListings {
            // It is said once.
            site.hasLostListings = true
            cookies += Visitor.oldCookies.map { Cookie(name: $0, value: "", maxAge: 0, path: "/", secure: true) }
        }
        return page(make(site), site, status: status, cookies: cookies)
    }

    /// Redirects after a form was accepted. Scripts get the address and navigate themselves.
    ///
    /// - Parameter message: a message that scripts show first.
    func redirect(
        to location: String,
        _ request: Request,
        status: HTTPResponse.Status = .ok,
        message: String? = nil,
        cookies: [Cookie] = []
    ) -> Response {
        var response: Response
        if request.wantsJSON {
            var json = JSONWriter(capacity: 64)
            json.beginObject()
            json.member("location", location)
            if let message { json.member("message", message) }
            json.endObject()
            response = .json(json.bytes, status: status)
        } else {
            response = Response(
                status: .seeOther,
                headers: [.location: location, .cacheControl: "no-store", .contentLength: "0"]
            )
        }
        for cookie in cookies { response.setCookie(cookie) }
        return response
    }

    /// - Parameters:
    ///   - value: the value; empty to remove the cookie.
    ///   - path: the pages that the cookie is sent to.
    ///   - maxAge: seconds until the browser forgets the cookie; nil for as long as its session.
    ///   - isStrict: whether the cookie is omitted from requests that come from other sites.
    func cookie(
        _ name: String,
        _ value: String,
        _ request: Request,
        path: String = "/",
        maxAge: Int? = 5 * 365 * 86_400,
        isStrict: Bool = false
    ) -> Cookie {
        let isSecure = isSecure(request)
        let stored = Visitor.cookieName(name, isSecure: isSecure)
        return Cookie(
            name: stored,
            value: value,
            maxAge: value.isEmpty ? 0 : maxAge,
            path: stored.hasPrefix(Visitor.securePrefix) ? "/" : path,
            secure: isSecure,
            httpOnly: true,
            sameSite: isStrict ? .strict : .lax
        )
    }

    /// Creates the cookie with which the page of a product says once what was done; nil removes it. It isn't signed,
    /// because it chooses one of two sentences for the browser that sends it.
    func doneCookie(_ done: SellerDone?, with id: Product.ID, _ request: Request) -> Cookie {
        let value = done.map { "\($0.rawValue)-\(id.rawValue)" } ?? ""
        return cookie(Visitor.doneCookie, value, request, path: "/products/\(id.rawValue)", maxAge: 600)
    }

    /// Creates the cookie with which My listings says once that an invitation was accepted, or removes it.
    func joinedCookie(_ hasJoined: Bool, _ request: Request) -> Cookie {
        let value = hasJoined ? Visitor.joined : ""
        return cookie(Visitor.doneCookie, value, request, path: WebRoutePattern.mine.rawValue, maxAge: 600)
    }

    /// The maximum number of tickets that a browser sends with each request over https.
    static let maximumTicketCount = 8

    /// Creates the cookie that lets a browser edit a product for a while. Over http it is sent only to that product's pages.
    /// Over https, one too many ends those that expire first. The ticket is never in an address, where it would stay in
    /// histories and logs.
    func ticketCookies(_ ticket: String, for id: Product.ID, _ request: Request, _ visitor: Visitor) -> [Cookie] {
        let isSecure = isSecure(request)
        func cookie(_ name: String, _ ticket: String) -> Cookie {
            Cookie(
                name: name,
                value: ticket,
                maxAge: ticket.isEmpty ? 0 : Int(EditTickets.lifetime),
                path: isSecure ? "/" : "/products/\(id.rawValue)",
                secure: isSecure,
                httpOnly: true,
                sameSite: .strict
            )
        }
        let name = Visitor.ticketCookieName(for: id, isSecure: isSecure)
        guard isSecure else { return [cookie(name, ticket)] }
        let others = visitor.tickets.filter { $0.key != name }
            .sorted {
                (EditTickets.expiry(of: $0.value) ?? 0, $0.key) > (EditTickets.expiry(of: $1.value) ?? 0, $1.key)
            }
        return [cookie(name, ticket)] + others.dropFirst(Self.maximumTicketCount - 1).map { cookie($0.key, "") }
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

    /// Returns the address that a form leads back to, which is always on this site.
    func returnPath(_ text: String?) -> String {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\"), text.utf8.count <= 2000,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return "/" }
        return text
    }
}

extension PageResponder {
    /// Opens a link: moves its token from the address into a cookie, and redirects to the address without it, which is
    /// what histories, logs and other sites get to know. The browser sends the cookie only to the page of the link.
    ///
    /// - Returns: nil if the token is malformed.
    func open(_ page: WebRoutePattern, token: String, in cookie: String, _ request: Request) -> Response? {
        guard token.isRandomToken else { return nil }
        // Links are opened from messengers, so the cookie isn't strict.
        let cookies = [self.cookie(cookie, token, request, path: page.rawValue, maxAge: nil)]
        return redirect(to: page.rawValue, request, cookies: cookies).withSecretAddress
    }

    /// Creates the response to a browser that requests the page of a link and hasn't opened any: its address was copied
    /// from another browser, or the browser stores no cookies.
    func linkNotOpened(_ request: Request, _ visitor: Visitor) -> Response {
        self.page(MessagePage(kind: .linkNotOpened), context(request, visitor), status: .notFound).withSecretAddress
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
