/// An address under which images can be had besides the market's own: that of a CDN, or of a public bucket.
///
/// It is written into responses and policies without escaping, so it accepts only characters that are valid in a URL.
public struct ImagesURL: Hashable, Sendable {
    /// What the file names of images are appended to, with a slash at the end.
    public let text: String
    /// Whether the WebP sizes can be had there, too. They are made when they are first requested from the market, so a
    /// bucket doesn't always have them, but a CDN that asks the market for what it lacks does.
    public let hasWebSizes: Bool

    /// Creates an address, or nil unless it looks like `https://cdn.example/market`, with an optional port and path.
    public init?(_ url: String, hasWebSizes: Bool = false) {
        guard let schemeEnd = url.firstRange(of: "://") else { return nil }
        let rest = url[schemeEnd.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        var path = rest[authority.endIndex...]
        while path.last == "/" { path = path.dropLast() }
        guard let origin = Origin(scheme: url[..<schemeEnd.lowerBound].lowercased(), authority: authority),
            path.utf8.allSatisfy(Self.isAllowedInPath)
        else { return nil }
        text = "\(origin.text)\(path)/"
        self.hasWebSizes = hasWebSizes
    }

    private static func isAllowedInPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "%"): true
        default: Origin.isAllowedInAuthority(byte)
        }
    }
}
