package import HTTPTypes
public import MarketAPI

/// The policy of one listener: the editions it speaks, and whether links in its responses begin with `--base-url` or
/// with the origin that the request was sent to.
///
/// A request to the port of an edition gets exactly that edition, whatever its host, and so does one to the main port for a host
/// of an edition. Links in these responses begin with what was requested: `Host`, or behind a trusted proxy `X-Forwarded-Host`.
/// Any other request to the main port gets `training` with the extensions, and links that begin with `--base-url`, if there is one.
public struct OriginPolicy: Sendable {
    /// `--base-url`: replaces scheme and host on the main port, except for hosts of an edition.
    public private(set) var fixed: Origin?
    /// Where links to images lead (`--images-url`); nil for the market itself.
    public let images: ImagesURL?
    /// The proxies whose `X-Forwarded-Proto`, `-Host` and `-For` are trusted. The headers have been removed from all
    /// other requests before this policy is applied.
    public let proxies: TrustedProxies
    /// The origin for requests that name no usable host.
    public let fallback: Origin
    /// The only edition of an extra port, whatever the host; nil for the main port.
    public private(set) var edition: Edition?
    /// Hosts that speak exactly one edition, in lower case, with or without a port.
    public private(set) var editionHosts: [String: Edition]
    /// Whether the API sends prices rounded to whole units of money (`--whole-prices`).
    public let roundsPrices: Bool

    public init(
        fixed: Origin?,
        images: ImagesURL? = nil,
        proxies: TrustedProxies,
        fallback: Origin,
        edition: Edition? = nil,
        editionHosts: [String: Edition] = [:],
        roundsPrices: Bool = false
    ) {
        self.fixed = fixed
        self.images = images
        self.proxies = proxies
        self.fallback = fallback
        self.edition = edition
        self.editionHosts = editionHosts
        self.roundsPrices = roundsPrices
    }

    /// Returns the policy of an extra port, whose links begin with the origin that the request was sent to.
    public func restricted(to edition: Edition) -> OriginPolicy {
        var policy = self
        (policy.fixed, policy.edition, policy.editionHosts) = (nil, edition, [:])
        return policy
    }

    /// The parts of a request's destination that its response depends on. Equal variants get equal responses.
    struct CacheVariant: Hashable, Sendable {
        let dialect: Dialect
        /// Nil if the origin is fixed, or if the request names no host that is usable in a link: such requests share
        /// one response.
        let origin: Origin?
    }

    func cacheVariant(of request: HTTPRequest) -> CacheVariant {
        let isPlain = edition == nil && editionHosts.isEmpty
        if isPlain, fixed != nil { return CacheVariant(dialect: .main(roundingPrices: roundsPrices), origin: nil) }
        let origin = usableOrigin(of: request)
        if isPlain { return CacheVariant(dialect: .main(roundingPrices: roundsPrices), origin: origin) }
        if let edition = edition ?? origin.flatMap({ self.edition(ofHost: $0.authority) }) {
            return CacheVariant(dialect: .exactly(edition, roundingPrices: roundsPrices), origin: origin)
        }
        return CacheVariant(dialect: .main(roundingPrices: roundsPrices), origin: fixed == nil ? origin : nil)
    }

    /// Returns the dialect of a request of which only the host is known, or not even that.
    func dialect(ofHost host: String?) -> Dialect {
        cacheVariant(of: HTTPRequest(method: .get, scheme: nil, authority: host, path: nil)).dialect
    }

    func origin(for cacheVariant: CacheVariant) -> Origin {
        var origin = cacheVariant.origin ?? fixed ?? fallback
        origin.images = images
        return origin
    }

    /// Returns how links in the response to a request begin.
    package func origin(of request: HTTPRequest) -> Origin { origin(for: cacheVariant(of: request)) }

    /// Whether the host and the port of a request have the web app. Those of a single edition don't.
    package func hasPages(for request: HTTPRequest) -> Bool { cacheVariant(of: request).dialect.hasExtensions }

    func encoder(for request: HTTPRequest) -> ProductsEncoder {
        let cacheVariant = cacheVariant(of: request)
        return ProductsEncoder(origin: origin(for: cacheVariant), dialect: cacheVariant.dialect)
    }

    private func usableOrigin(of request: HTTPRequest) -> Origin? {
        var scheme = "http"
        if !proxies.isEmpty, let forwarded = request.headerFields[.xForwardedProto]?.firstListItem?.lowercased(),
            forwarded == "http" || forwarded == "https"
        {
            scheme = forwarded
        }
        let authority = forwardedAuthority(of: request) ?? request.authority ?? request.headerFields[.host] ?? ""
        return Origin(scheme: scheme, authority: authority)
    }

    private func forwardedAuthority(of request: HTTPRequest) -> String? {
        proxies.isEmpty ? nil : request.headerFields[.xForwardedHost]?.firstListItem
    }

    private func edition(ofHost authority: some StringProtocol) -> Edition? {
        let host = Self.normalized(authority)
        return editionHosts[host] ?? Self.port(of: host).flatMap { editionHosts[String(host.dropLast($0.count + 1))] }
    }

    /// Returns an authority in lower case, without the dot that makes a name absolute: `Old.example.:81` is `old.example:81`.
    static func normalized(_ authority: some StringProtocol) -> String {
        let authority = authority.lowercased()
        let port = Self.port(of: authority).map { ":\($0)" } ?? ""
        let host = authority.dropLast(port.count)
        return host.hasSuffix(".") ? "\(host.dropLast())\(port)" : authority
    }

    /// Returns the port of an authority. Its colon is the last one, and not inside the brackets of an IPv6 address.
    private static func port(of authority: String) -> Substring? {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return nil }
        return authority[colon...].dropFirst()
    }

    // MARK: Other sites

    /// Returns whether an `Origin` header names this market: the host and port that the request was sent to, those of
    /// `--base-url`, or a host of an edition. The scheme isn't compared, because a proxy may speak TLS with the browser
    /// and not with this server.
    func isOwn(_ text: String, of request: HTTPRequest) -> Bool {
        let parts = text.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let origin = Origin(scheme: String(parts[0]), authority: parts[1]) else { return false }
        // A missing port is the default of the scheme that the browser used, whichever the server sees.
        let defaultPort = parts[0] == "https" ? "443" : "80"
        func withPort(_ authority: some StringProtocol) -> String {
            let authority = Self.normalized(authority)
            return Self.port(of: authority) == nil ? "\(authority):\(defaultPort)" : authority
        }
        let own = [request.authority, forwardedAuthority(of: request), fixed.map { String($0.authority) }]
        return (own.compactMap(\.self) + editionHosts.keys).contains { withPort($0) == withPort(origin.authority) }
    }
}

extension String {
    fileprivate var firstListItem: String? {
        split(separator: ",").first.map { $0.trimmingSpaces }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension StringProtocol {
    package var trimmingSpaces: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(String(start.reversed().drop { $0 == " " || $0 == "\t" }).reversed())
    }
}
