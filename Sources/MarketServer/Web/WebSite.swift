import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// What all pages are answered with: headers, cookies, the facts that every page shows.
struct WebSite: Sendable {
    let services: MarketServices
    let origins: OriginPolicy

    /// Nothing from elsewhere, nothing inline.
    static let policy =
        "default-src 'self'; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        + "worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

    func context(
        _ request: Request,
        _ visitor: Visitor,
        path: String? = nil,
        csrf: String? = nil,
        vendor: Vendor.ID? = nil
    ) -> SiteContext {
        SiteContext(
            language: visitor.language,
            view: visitor.view,
            origin: origins.origin(for: origins.destination(of: request.head)).text,
            path: path ?? request.head.path ?? "/",
            csrf: csrf,
            currencies: services.prices.currencies,
            vendor: vendor
        )
    }

    /// The vendor that lists from this browser, if it has listed.
    func vendor(of visitor: Visitor) async throws -> Vendor? {
        guard let identifier = visitor.identifier else { return nil }
        return try await services.vendors(identifier)
    }

    // MARK: Answers

    /// A page that is this browser's own.
    ///
    /// - Parameter request: given, the page is compressed where that is welcome. Pages with a form's token never are:
    ///   how well a page compresses must not tell what is in it.
    func page(
        _ page: some WebPage,
        _ site: SiteContext,
        status: HTTPResponse.Status = .ok,
        cookies: [Cookie] = [],
        compressedFor request: Request? = nil
    ) -> Response {
        var body = ByteBuffer(bytes: page.bytes(site))
        var headers = Self.headers(language: site.language.rawValue)
        headers[.cacheControl] = "no-store"
        if site.csrf == nil, let header = request?.headers[.acceptEncoding], AcceptEncoding.allowsGzip(header),
            let compressed = Gzip.compress(body.readableBytesView)
        {
            body = ByteBuffer(bytes: compressed)
            headers[.contentEncoding] = "gzip"
        }
        var response = Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        for cookie in cookies { response.setCookie(cookie) }
        return response
    }

    /// A page with a form: the browser gets a token for it if it has none.
    ///
    /// - Parameter identifier: under which the form lists. It belongs to the browser from the moment the form is shown:
    ///   whoever taps twice, or whose first answer gets lost, is the same seller both times.
    func form(
        _ request: Request,
        _ visitor: Visitor,
        status: HTTPResponse.Status = .ok,
        listsAs identifier: VendorIdentifier? = nil,
        _ make: (SiteContext) -> some WebPage
    ) -> Response {
        let csrf = visitor.csrf ?? RandomText.make()
        let site = context(request, visitor, csrf: csrf)
        var cookies = visitor.csrf == nil ? [cookie(Visitor.csrfCookie, csrf, request, isStrict: true)] : []
        if let identifier, visitor.identifier == nil {
            cookies.append(cookie(Visitor.identityCookie, identifier.text, request))
        }
        return page(make(site), site, status: status, cookies: cookies)
    }

    /// Leads on after a form was carried out; scripts are told where, and go there by themselves.
    ///
    /// - Parameter message: for scripts to show first.
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

    /// - Parameter isStrict: whether it stays away from requests that other sites have led to.
    func cookie(_ name: String, _ value: String, _ request: Request, isStrict: Bool = false) -> Cookie {
        let isSecure = origins.origin(for: origins.destination(of: request.head)).text.hasPrefix("https:")
        return Cookie(
            name: name,
            value: value,
            maxAge: 5 * 365 * 86_400,
            path: "/",
            secure: isSecure,
            httpOnly: true,
            sameSite: isStrict ? .strict : .lax
        )
    }

    /// What lets a browser edit a product for a while: for that product's pages only, and never in an address, which
    /// would stay in histories and logs.
    ///
    /// - Parameter ticket: nil takes it away.
    func ticketCookie(_ ticket: String?, for id: Product.ID, _ request: Request) -> Cookie {
        let isSecure = origins.origin(for: origins.destination(of: request.head)).text.hasPrefix("https:")
        return Cookie(
            name: Visitor.ticketCookie,
            value: ticket ?? "",
            maxAge: ticket == nil ? 0 : Int(EditTickets.lifetime),
            path: "/products/\(id.rawValue)",
            secure: isSecure,
            httpOnly: true,
            sameSite: .strict
        )
    }

    static func headers(language: String) -> HTTPFields {
        [
            .contentType: "text/html; charset=utf-8",
            .contentLanguage: language,
            .contentSecurityPolicy: policy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "same-origin",
        ]
    }
}

extension HTTPField.Name {
    static let referrerPolicy = field("Referrer-Policy")
    static let secFetchSite = field("Sec-Fetch-Site")
    static let nextCursor = field("X-Next-Cursor")
    static let total = field("X-Total")
}

extension Request {
    /// Whether scripts ask, who want to be told and not to be shown.
    var wantsJSON: Bool {
        headers[.accept].map { $0.contains("application/json") && !$0.contains("text/html") } ?? false
    }

    /// Whether a person is to see the answer.
    var wantsPage: Bool { headers[.accept]?.contains("text/html") ?? false }

    /// Where a form leads back to: only addresses of this site.
    func wayBack(_ text: String?) -> String {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\"), text.utf8.count <= 2000,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return "/" }
        return text
    }
}
