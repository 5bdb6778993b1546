import Foundation

/// The scheme and authority of the links in responses: `http://localhost:8080`.
///
/// It is written into responses without escaping, so it accepts only characters that are valid in a URL.
public struct Origin: Hashable, Sendable {
    /// The origin as text, without a trailing slash.
    public let text: String
    /// The address that links to images begin with instead; nil for the market's own.
    public var images: ImagesURL?

    /// Creates an origin, or nil unless the scheme is `http` or `https` and the authority can be part of a link: 1 to 255 bytes of
    /// unreserved characters, colons and brackets.
    ///
    /// - Parameter authority: The host with an optional port, as in a `Host` header.
    public init?(scheme: String, authority: some StringProtocol) {
        guard scheme == "http" || scheme == "https", Self.isUsableAuthority(authority) else { return nil }
        text = "\(scheme)://\(authority)"
    }

    private static func isUsableAuthority(_ authority: some StringProtocol) -> Bool {
        // Each request asks, and over the bytes it takes a tenth of the time.
        authority.utf8.withContiguousStorageIfAvailable(isUsable)
            ?? Array(authority.utf8).withUnsafeBufferPointer(isUsable)
    }

    private static func isUsable(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
        1...255 ~= authority.count && authority.allSatisfy(isAllowedInAuthority)
    }

    /// Reads the value of `--base-url`: `https://market.example` with an optional port, and without a path, because pages,
    /// cookies and the addresses that apps have built in begin at the root. A host such as `장터.한국` becomes `xn--…`, as
    /// browsers send it. Nil if it is malformed.
    public init?(baseURL: String) {
        let isASCII = baseURL.unicodeScalars.allSatisfy(\.isASCII)
        guard let text = isASCII ? baseURL : URL(string: baseURL)?.absoluteString,
            let schemeEnd = text.range(of: "://")
        else { return nil }
        let scheme = text[..<schemeEnd.lowerBound].lowercased()
        var rest = text[schemeEnd.upperBound...]
        while rest.last == "/" { rest = rest.dropLast() }
        if let port = rest.wholeMatch(of: /.*:([^\]]*)/)?.1 {
            guard let number = Int(port), 1...65535 ~= number else { return nil }
        }
        self.init(scheme: scheme, authority: rest)
    }

    /// The host with an optional port.
    public var authority: Substring {
        text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)[1]
    }

    static func isAllowedInAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
