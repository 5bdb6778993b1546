import Foundation

/// The address of a market as people type it.
enum MarketAddress {
    /// Returns the base URL of a market.
    ///
    /// - Parameter text: `market.example`, `https://market.example/shop` or `192.168.0.4:8080`. Without a scheme, it is
    ///   `https`.
    /// - Returns: nil if the text is no such address.
    static func url(_ text: String) -> URL? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let address = trimmed.contains("://") ? trimmed : "https://\(trimmed)"
        guard var components = URLComponents(string: address),
            let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = components.host, !host.isEmpty, components.user == nil
        else { return nil }
        components.scheme = scheme
        components.query = nil
        components.fragment = nil
        while components.path.hasSuffix("/") { components.path.removeLast() }
        return components.url
    }
}
