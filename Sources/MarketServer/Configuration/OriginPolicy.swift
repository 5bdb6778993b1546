import HTTPTypes
public import MarketAPI

/// How the links in answers begin: with `--base-url`, or with what the request itself was sent to.
public struct OriginPolicy: Sendable {
    /// `--base-url`: replaces scheme and host on the main port.
    public let fixed: Origin?
    /// Whether `X-Forwarded-Proto`, `-Host` and `-For` are believed: only behind a proxy that sets them.
    public let trustsForwarded: Bool
    /// Whether connections come in by TLS.
    public let isSecure: Bool
    /// Used where a request names no usable host.
    public let fallback: Origin

    public init(fixed: Origin?, trustsForwarded: Bool, isSecure: Bool, fallback: Origin) {
        self.fixed = fixed
        self.trustsForwarded = trustsForwarded
        self.isSecure = isSecure
        self.fallback = fallback
    }

    /// What of a request decides about the origin; equal parts give equal origins.
    struct Parts: Hashable, Sendable {
        let scheme: String
        let authority: String
    }

    /// - Returns: nil where the origin is fixed.
    func parts(of request: HTTPRequest) -> Parts? {
        guard fixed == nil else { return nil }
        var scheme = isSecure ? "https" : "http"
        var authority = request.authority ?? request.headerFields[.host] ?? ""
        if trustsForwarded {
            if let forwarded = request.headerFields[.xForwardedProto]?.firstListItem?.lowercased(),
                forwarded == "http" || forwarded == "https"
            {
                scheme = forwarded
            }
            if let forwarded = request.headerFields[.xForwardedHost]?.firstListItem { authority = forwarded }
        }
        return Parts(scheme: scheme, authority: authority)
    }

    func origin(for parts: Parts?) -> Origin {
        if let fixed { return fixed }
        return parts.flatMap { Origin(scheme: $0.scheme, authority: $0.authority) } ?? fallback
    }

    /// The address that a request counts for where attempts are limited.
    func clientAddress(of request: HTTPRequest, connection: String?) -> String {
        if trustsForwarded, let forwarded = request.headerFields[.xForwardedFor]?.lastListItem { return forwarded }
        return connection ?? "unknown"
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

    fileprivate var lastListItem: String? {
        split(separator: ",").last.map { $0.trimmingSpaces }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension StringProtocol {
    var trimmingSpaces: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(String(start.reversed().drop { $0 == " " || $0 == "\t" }).reversed())
    }
}
