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
        let isSecure = text.lowercased().hasPrefix("https://")
        guard isSecure || text.lowercased().hasPrefix("http://") else { return nil }
        var authority = text.dropFirst(isSecure ? 8 : 7)
        if authority.hasSuffix("/") { authority.removeLast() }
        guard !authority.isEmpty, authority.utf8.allSatisfy(Self.isAuthorityCharacter) else { return nil }
        var host = authority
        var port = isSecure ? 443 : 80
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            guard let number = Int(authority[colon...].dropFirst()), 1...65_535 ~= number else { return nil }
            host = authority[..<colon]
            port = number
        }
        guard !host.isEmpty, host.hasPrefix("[") == host.contains(":") else { return nil }
        self.init(isSecure: isSecure, host: String(host).lowercased(), port: port)
    }

    /// The host, with the port unless it is the usual one.
    var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

    private static func isAuthorityCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
