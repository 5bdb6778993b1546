import Foundation
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

    func addRoutes(to router: PageRouter) {
        router.post(.view, use: { try await store(.view, otherwise: SiteContext.View.list, $0) })
        router.post(.language, use: { try await store(.language, otherwise: Language.english, $0) })
        router.post(.theme, use: { try await store(.theme, otherwise: SiteContext.Theme.system, $0) })
        router.get(.device, use: device)
        router.get(.offline, use: offline)
        router.get(.asset, use: asset)
        router.get(.serviceWorker, use: { try Self.file("sw.js", $0, isAtRoot: true) })
        // The service worker takes what other apps share. Without it, the form is empty.
        router.post(.shareTarget, use: { $0.redirect(to: "/products/new") })
        router.get(.manifest, use: manifest)
        router.get(.icon, use: icon)
        router.get(.logo, use: logo)
        router.get(.appSiteAssociation, use: appSiteAssociation)
    }

    /// Says which app opens the pages of products. The forms of a product stay in the browser.
    @Sendable private func appSiteAssociation(_ request: PageRequest) throws -> Response {
        guard let iosApp else { throw RequestError.unknownPath }
        let details: [String: Any] = [
            "appIDs": [iosApp.text],
            "components": [
                ["/": "/products/new", "exclude": true], ["/": "/products/*/*", "exclude": true], ["/": "/products/*"],
            ] as [[String: Any]],
        ]
        let association = ["applinks": ["details": [details]]]
        let json = try JSONSerialization.data(
            withJSONObject: association,
            options: [.sortedKeys, .withoutEscapingSlashes]
        )
        return .uncached(Array(json), to: request.base)
    }

    /// Stores what was chosen in the cookie of the same name. This has no other effect, so the form needs no token.
    private func store<Choice: RawRepresentable<String>>(
        _ cookie: PageCookie,
        otherwise usual: Choice,
        _ request: PageRequest
    ) async throws -> Response {
        try await request.withForm(needsToken: false) { form in
            let choice = form[cookie.rawValue].flatMap { Choice(rawValue: $0) } ?? usual
            let cookies = [request.cookie(cookie, choice.rawValue)]
            return request.redirect(to: request.returnPath(form["back"]), cookies: cookies)
        }
    }

    @Sendable private func device(_ request: PageRequest) -> Response {
        request.page(DevicePage(), isCompressed: true)
    }

    @Sendable private func offline(_ request: PageRequest) -> Response {
        request.page(MessagePage(kind: .offline))
    }

    /// Browsers ask for it without cookies, so pages name the language.
    @Sendable private func manifest(_ request: PageRequest) throws -> Response {
        var context = request.siteContext()
        if let language = request.queryFields[WebManifest.languageParameter].flatMap({ Language(rawValue: $0) }) {
            context.language = language
        }
        if let own = WebManifest.bytes(context) {
            return .uncached(own, type: "application/manifest+json", to: request.base)
        }
        return try Self.file(WebManifest.fileName(in: context.language), request, isAtRoot: true)
    }

    @Sendable private func icon(_ request: PageRequest) throws -> Response {
        guard let logo = site.services.store.profile.logo else {
            return try Self.file("favicon.svg", request, isAtRoot: true)
        }
        return Self.response(to: request, logo, .small, cacheControl: "no-cache")
    }

    /// The path contains a hash of the logo, so the content never changes.
    @Sendable private func logo(_ request: PageRequest) throws -> Response {
        let name = request.context.segment(.file)
        guard let logo = site.services.store.profile.logo,
            let size = MarketLogo.Size.allCases.first(where: { logo.fileName($0) == name })
        else { throw RequestError.unknownPath }
        return Self.response(to: request, logo, size, cacheControl: "public, max-age=31536000, immutable")
    }

    private static func response(
        to request: PageRequest,
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
    @Sendable private func asset(_ request: PageRequest) throws -> Response {
        let version = request.context.coreContext.parameters.get("version") ?? ""
        guard version == Assets.version else { throw RequestError.unknownPath }
        return try Self.file(request.context.segment(.file), request, isAtRoot: false)
    }

    private static func file(_ name: String, _ request: PageRequest, isAtRoot: Bool) throws -> Response {
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
