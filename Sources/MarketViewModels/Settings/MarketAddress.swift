public import Foundation

/// The address of a market as people type it.
public enum MarketAddress {
    /// Why an address can't be used.
    public enum Problem: Error {
        /// The text isn't an address.
        case unreadable
        /// An address without TLS outside the local network, which App Transport Security blocks.
        case insecure
    }

    /// Returns the base URL of a market. Its host is in lower case, because everything stored for a market is found by its
    /// URL.
    ///
    /// - Parameter text: `market.example`, `https://market.example/shop`, `마켓.한국` or `http://192.168.0.4:8080`. Without a scheme,
    ///   it is `https`. A name in other letters than ASCII is encoded (IDNA), as the network has it.
    /// - Throws: ``Problem`` if it can't be used.
    public static func url(_ text: String) throws(Problem) -> URL {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let address = trimmed.contains("://") ? trimmed : "https://\(trimmed)"
        guard var components = URLComponents(string: address),
            let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = components.host?.lowercased(), !host.isEmpty, components.user == nil
        else { throw .unreadable }
        guard scheme == "https" || isLocal(host) else { throw .insecure }
        components.scheme = scheme
        components.host = host
        components.query = nil
        components.fragment = nil
        while components.path.hasSuffix("/") { components.path.removeLast() }
        guard let url = components.url else { throw .unreadable }
        return url
    }

    /// Returns an address as people read it, a name in Hangul as it is typed: `https://마켓.한국`. Names in other letters stay
    /// encoded, because some of these look like others.
    public static func text(of url: URL) -> String {
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        guard let host = components?.host, let encoded = components?.encodedHost,
            host.unicodeScalars.allSatisfy({ $0.isASCII || ("가"..."힣").contains($0) })
        else { return url.absoluteString }
        return url.absoluteString.replacing(encoded, with: host, maxReplacements: 1)
    }

    /// Whether App Transport Security lets the app open the host without TLS: an IP address, a name without a dot, or
    /// one of the local network (NSAllowsLocalNetworking).
    private static func isLocal(_ host: String) -> Bool {
        let isAddress = host.contains(":") || host.split(separator: ".").allSatisfy { Int($0) != nil }
        return isAddress || !host.contains(".") || host.hasSuffix(".local")
    }
}
