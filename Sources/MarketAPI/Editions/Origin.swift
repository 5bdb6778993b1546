import Foundation

/// The scheme and authority that links in answers begin with: `http://localhost:8080`.
///
/// It goes into answers as it is, so only what can stand in a URL is taken.
public struct Origin: Hashable, Sendable {
    /// Without a slash at the end.
    public let text: String

    /// - Parameter authority: host and perhaps port, as a `Host` header carries it.
    public init?(scheme: String, authority: some StringProtocol) {
        guard scheme == "http" || scheme == "https", Self.isUsableAuthority(authority) else { return nil }
        text = "\(scheme)://\(authority)"
    }

    /// Whether a host, perhaps with a port, can stand in a link: 1 to 255 bytes of unreserved characters, colons and
    /// brackets.
    public static func isUsableAuthority(_ authority: some StringProtocol) -> Bool {
        !authority.isEmpty && authority.utf8.count <= 255 && authority.utf8.allSatisfy(isAllowedInAuthority)
    }

    /// Reads what `--base-url` takes: `https://market.example`, perhaps with a port and a path.
    public init?(baseURL: String) {
        guard let schemeEnd = baseURL.range(of: "://") else { return nil }
        let scheme = baseURL[..<schemeEnd.lowerBound].lowercased()
        var rest = baseURL[schemeEnd.upperBound...]
        while rest.last == "/" { rest = rest.dropLast() }
        let authority = rest.prefix { $0 != "/" }
        let path = rest[authority.endIndex...]
        guard let origin = Origin(scheme: scheme, authority: authority),
            path.utf8.allSatisfy({ Self.isAllowedInAuthority($0) || $0 == UInt8(ascii: "/") })
        else { return nil }
        text = origin.text + path
    }

    private static func isAllowedInAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
