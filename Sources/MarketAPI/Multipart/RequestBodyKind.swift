/// What a request body is: its bytes say so, whatever `Content-Type` says (API.md, “Rules for every edition”: apps send
/// JSON with no type or as `application/x-www-form-urlencoded`, and multipart with no type at all).
public enum RequestBodyKind: Hashable, Sendable {
    /// An object, an array or a text.
    case json
    /// With the boundary that the header names, if it names one. It need not be the body's.
    case multipart(boundary: String?)
    /// Neither by its bytes nor by its header: an empty body, `Optional("…")`.
    case unknown

    /// - Parameter firstBytes: the beginning of the body, up to and with its first byte that is not white space. When
    ///   there is no such byte, the header decides.
    public static func sniff(contentType: String?, firstBytes: some Sequence<UInt8>) -> RequestBodyKind {
        let boundary = MultipartBoundary.named(in: contentType)
        for byte in firstBytes {
            switch byte {
            // White space, and the bytes of a byte order mark.
            case .space, .tab, .lineFeed, .carriageReturn, 0xEF, 0xBB, 0xBF: continue
            case UInt8(ascii: "{"), UInt8(ascii: "["), .quote: return .json
            case .dash: return .multipart(boundary: boundary)
            default: return declared(contentType, boundary)
            }
        }
        return declared(contentType, boundary)
    }

    private static func declared(_ contentType: String?, _ boundary: String?) -> RequestBodyKind {
        guard let contentType else { return .unknown }
        // The type stands at the front, and only a header that means harm is longer.
        let type = String(decoding: contentType.utf8.prefix(256).map(\.lowercased), as: UTF8.self)
        if boundary != nil || type.hasPrefix("multipart/") { return .multipart(boundary: boundary) }
        return type.contains("json") ? .json : .unknown
    }
}
