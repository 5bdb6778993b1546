import HTTPTypes
public import MarketAPI

/// How the server speaks at one of its entrances, and how the links in its answers begin: with `--base-url`, or with
/// what the request itself was sent to.
public struct OriginPolicy: Sendable {
    /// `--base-url`: replaces scheme and host on the main port, where no edition has the host.
    public let fixed: Origin?
    /// From where `X-Forwarded-Proto`, `-Host` and `-For` are believed; connections from elsewhere have lost them
    /// before anything asks here.
    public let proxies: TrustedProxies
    /// Whether connections come in by TLS.
    public let isSecure: Bool
    /// Used where a request names no usable host.
    public let fallback: Origin
    /// Given at an extra port: exactly this edition, whatever the host.
    public let edition: Edition?
    /// Hosts that speak exactly one edition: in lower case, with or without a port.
    public let editionHosts: [String: Edition]
    /// Whether old editions are sent whole units of money.
    public let roundsPrices: Bool

    public init(
        fixed: Origin?,
        proxies: TrustedProxies,
        isSecure: Bool,
        fallback: Origin,
        edition: Edition? = nil,
        editionHosts: [String: Edition] = [:],
        roundsPrices: Bool = false
    ) {
        self.fixed = fixed
        self.proxies = proxies
        self.isSecure = isSecure
        self.fallback = fallback
        self.edition = edition
        self.editionHosts = editionHosts
        self.roundsPrices = roundsPrices
    }

    /// The policy of an extra port: links lead to where the app itself has asked.
    public func restricted(to edition: Edition) -> OriginPolicy {
        OriginPolicy(
            fixed: nil,
            proxies: proxies,
            isSecure: isSecure,
            fallback: fallback,
            edition: edition,
            roundsPrices: roundsPrices
        )
    }

    /// Where a request was sent, as far as its answer depends on that: equal destinations get equal answers.
    struct Destination: Hashable, Sendable {
        let dialect: Dialect
        /// Nil where the origin is fixed, and where the request names no host that could stand in a link: whatever was
        /// sent instead, the answer is the same, and is kept once.
        let parts: Parts?
    }

    struct Parts: Hashable, Sendable {
        let scheme: String
        let authority: String
    }

    func destination(of request: HTTPRequest) -> Destination {
        let isPlain = edition == nil && editionHosts.isEmpty
        if isPlain, fixed != nil { return Destination(dialect: .main, parts: nil) }
        let parts = usableParts(of: request)
        if isPlain { return Destination(dialect: .main, parts: parts) }
        if let edition = edition ?? parts.flatMap({ self.edition(ofHost: $0.authority) }) {
            return Destination(dialect: .exactly(edition, roundingPrices: roundsPrices), parts: parts)
        }
        return Destination(dialect: .main, parts: fixed == nil ? parts : nil)
    }

    func origin(for destination: Destination) -> Origin {
        guard let parts = destination.parts else { return fixed ?? fallback }
        return Origin(scheme: parts.scheme, authority: parts.authority) ?? fallback
    }

    private func usableParts(of request: HTTPRequest) -> Parts? {
        var scheme = isSecure ? "https" : "http"
        var authority = request.authority ?? request.headerFields[.host] ?? ""
        if !proxies.isEmpty {
            if let forwarded = request.headerFields[.xForwardedProto]?.firstListItem?.lowercased(),
                forwarded == "http" || forwarded == "https"
            {
                scheme = forwarded
            }
            if let forwarded = request.headerFields[.xForwardedHost]?.firstListItem { authority = forwarded }
        }
        guard Origin.isUsableAuthority(authority) else { return nil }
        return Parts(scheme: scheme, authority: authority)
    }

    private func edition(ofHost authority: String) -> Edition? {
        let host = authority.lowercased()
        if let edition = editionHosts[host] { return edition }
        // Without the port, whose colon is the only one, or the one behind an IPv6 address in brackets.
        guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return nil }
        return editionHosts[String(host[..<colon])]
    }
}

extension HTTPField.Name {
    static let host = field("Host")
    static let xForwardedProto = field("X-Forwarded-Proto")
    static let xForwardedHost = field("X-Forwarded-Host")
    static let xForwardedFor = field("X-Forwarded-For")
    static let identifier = field("identifier")
    static let vendorName = field("vendor-name")
    static let retryAfter = field("Retry-After")
    /// Of our own: stands in a request from this machine whose forwarded headers were not believed.
    static let forwardedByUntrusted = field("Openmarket-Forwarded-By-Untrusted")
    static let idempotencyKey = field("Idempotency-Key")
    static let idempotentReplayed = field("Idempotent-Replayed")

    /// A name that is known to be one.
    static func field(_ name: StaticString) -> HTTPField.Name {
        guard let field = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is no header's name") }
        return field
    }
}

extension String {
    fileprivate var firstListItem: String? {
        split(separator: ",").first.map { $0.trimmingSpaces }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension StringProtocol {
    var trimmingSpaces: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(String(start.reversed().drop { $0 == " " || $0 == "\t" }).reversed())
    }
}
