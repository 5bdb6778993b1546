internal import Foundation

/// The server of an object store.
public struct S3Endpoint: Hashable, Sendable {
    public let isSecure: Bool
    /// The name or address; IPv6 in brackets.
    public let host: String
    public let port: Int

    init(isSecure: Bool, host: String, port: Int) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// Parses `https://objects.example:9000` or `http://…`, or returns nil.
    init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let usualPort = ["http": 80, "https": 443][scheme], let host = parts.encodedHost?.lowercased(),
            !host.isEmpty, !host.contains("%"), parts.user == nil, parts.password == nil,
            ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil
        else { return nil }
        let port = parts.port ?? usualPort
        guard 1...65_535 ~= port else { return nil }
        self.init(isSecure: usualPort == 443, host: host, port: port)
    }

    /// The host, with the port unless it is the usual one.
    var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }
}
