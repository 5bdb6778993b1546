import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import NIOCore

/// The routes of the whole site: its files, the view of lists, the language, the offline page, and the app that opens
/// its links.
struct SiteController: Sendable {
    let site: PageResponder
    let iosApp: AppIdentifier?

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.post(.page(.view), use: setView)
        router.post(.page(.language), use: setLanguage)
        router.post(.page(.theme), use: setTheme)
        router.get(.page(.device), use: device)
        router.get(.page(.offline), use: offline)
        router.get(.page(.asset), use: asset)
        router.get(.page(.serviceWorker)) { request, _ in try Self.file("sw.js", request, isAtRoot: true) }
        // The service worker takes what other apps share. Without it, the form is empty.
        router.post(.page(.shareTarget)) { request, _ in site.redirect(to: "/products/new", request) }
        router.get(.page(.manifest), use: manifest)
        router.get(.page(.icon), use: icon)
        router.get(.page(.logo), use: logo)
        router.get(.page(.appSiteAssociation), use: appSiteAssociation)
    }

    /// Says which app opens the pages of products. The forms of a product stay in the browser.
    @Sendable private func appSiteAssociation(_ request: Request, _: MarketRequestContext) throws -> Response {
        guard let iosApp else { throw RequestError.unknownPath }
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.key("applinks")
        json.beginObject()
        json.key("details")
        json.beginArray()
        json.beginObject()
        json.key("appIDs")
        json.beginArray()
        json.string(iosApp.text)
        json.endArray()
        json.key("components")
        json.beginArray()
        for (path, isExcluded) in [("/products/new", true), ("/products/*/*", true), ("/products/*", false)] {
            json.beginObject()
            json.member("/", path)
            if isExcluded { json.member("exclude", true) }
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.endArray()
        json.endObject()
        json.endObject()
        return .uncached(json.bytes, to: request)
    }

    /// Stores how lists are shown. This has no other effect, so the form needs no token.
    @Sendable private func setView(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: nil) { form in
            let view = form["view"].flatMap { SiteContext.View(rawValue: $0) } ?? .list
            return site.redirect(
                to: request.returnPath(form["back"]),
                request,
                cookies: [site.cookie(Visitor.viewCookie, view.rawValue, request)]
            )
        }
    }

    @Sendable private func setLanguage(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: nil) { form in
            let language = form["language"].flatMap { Language(rawValue: $0) } ?? .english
            return site.redirect(
                to: request.returnPath(form["back"]),
                request,
                cookies: [site.cookie(Visitor.languageCookie, language.rawValue, request)]
            )
        }
    }

    @Sendable private func setTheme(_ request: Request, context: MarketRequestContext) async throws -> Response {
        try await site.forms.withForm(of: request, sentBy: context.clientAddress, from: nil) { form in
            let theme = form["theme"].flatMap { SiteContext.Theme(rawValue: $0) } ?? .system
            return site.redirect(
                to: request.returnPath(form["back"]),
                request,
                cookies: [site.cookie(Visitor.themeCookie, theme.rawValue, request)]
            )
        }
    }

    @Sendable private func device(_ request: Request, _: MarketRequestContext) -> Response {
        site.page(DevicePage(), site.context(request, site.visitor(request)), compressedFor: request)
    }

    @Sendable private func offline(_ request: Request, _: MarketRequestContext) -> Response {
        let visitor = site.visitor(request)
        return site.page(MessagePage(kind: .offline), site.context(request, visitor))
    }

    /// Browsers ask for it without cookies, so pages name the language.
    @Sendable private func manifest(_ request: Request, _: MarketRequestContext) throws -> Response {
        var context = site.context(request, site.visitor(request))
        if let language = request.queryFields[WebManifest.languageParameter].flatMap({ Language(rawValue: $0) }) {
            context.language = language
        }
        if let own = WebManifest.bytes(context) {
            return .uncached(own, type: "application/manifest+json", to: request)
        }
        return try Self.file(WebManifest.fileName(in: context.language), request, isAtRoot: true)
    }

    @Sendable private func icon(_ request: Request, _: MarketRequestContext) throws -> Response {
        guard let logo = site.services.store.profile.logo else {
            return try Self.file("favicon.svg", request, isAtRoot: true)
        }
        return Self.response(to: request, logo, .small, cacheControl: "no-cache")
    }

    /// The path contains a hash of the logo, so the content never changes.
    @Sendable private func logo(_ request: Request, context: MarketRequestContext) throws -> Response {
        let name = context.segment(.file)
        guard let logo = site.services.store.profile.logo,
            let size = MarketLogo.Size.allCases.first(where: { logo.fileName($0) == name })
        else { throw RequestError.unknownPath }
        return Self.response(to: request, logo, size, cacheControl: "public, max-age=31536000, immutable")
    }

    private static func response(
        to request: Request,
        _ logo: MarketLogo,
        _ size: MarketLogo.Size,
        cacheControl: String
    ) -> Response {
        let tag = "\"\(logo.fileName(size))\""
        var headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl]
        if request.negotiation.knows(tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = "image/png"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: logo.bytes(size)))
        )
    }

    /// The path contains the version of all files, so the content never changes.
    @Sendable private func asset(_ request: Request, context: MarketRequestContext) throws -> Response {
        let version = context.coreContext.parameters.get("version") ?? ""
        guard version == Assets.version else { throw RequestError.unknownPath }
        return try Self.file(context.segment(.file), request, isAtRoot: false)
    }

    private static func file(_ name: String, _ request: Request, isAtRoot: Bool) throws -> Response {
        guard let asset = Assets.named(name) else { throw RequestError.unknownPath }
        let tag = "\"\(Assets.version)-\(name)\""
        var headers: HTTPFields = [
            .eTag: tag,
            .cacheControl: isAtRoot ? "no-cache" : "public, max-age=31536000, immutable",
            .xContentTypeOptions: "nosniff",
            .vary: "Accept-Encoding",
        ]
        if request.negotiation.knows(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = asset.mediaType
        if request.negotiation.wantsGzip, let bytes = CompressedAssets.gzipped(asset) {
            headers[.contentEncoding] = "gzip"
            headers[.eTag] = "W/" + tag
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes))
        )
    }
}

/// The site's files compressed with gzip, on first use.
private enum CompressedAssets {
    private static let all: [String: ByteBuffer] = {
        var all: [String: ByteBuffer] = [:]
        for asset in Assets.served where !asset.mediaType.hasPrefix("image/png") && asset.bytes.count > 860 {
            let plain = ByteBuffer(bytes: asset.bytes)
            if let bytes = Gzip.compress(plain.readableBytesView) { all[asset.name] = ByteBuffer(bytes: bytes) }
        }
        return all
    }()

    static func gzipped(_ asset: Asset) -> ByteBuffer? { all[asset.name] }
}
