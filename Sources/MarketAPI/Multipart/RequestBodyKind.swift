/// The format of a request body. Its bytes decide, not `Content-Type` (API.md, “Rules for every edition”: apps send
/// JSON without a type or as `application/x-www-form-urlencoded`, and multipart without a type).
public enum RequestBodyKind: Hashable, Sendable {
    /// JSON: an object, an array or a text.
    case json
    /// Multipart, with the boundary that the header names, if any. The body may use another one.
    case multipart(boundary: String?)
    /// Neither the bytes nor the header identify a format: an empty body, `Optional("…")`.
    case unknown

    /// Determines the format of a body.
    ///
    /// - Parameters:
    ///   - contentType: The request's `Content-Type`. It decides if all of `firstBytes` are white space.
    ///   - firstBytes: The beginning of the body, up to and including its first byte that is not white space.
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
        // The type is at the front, and only a malicious header is longer.
        let type = String(decoding: contentType.utf8.prefix(256).map(\.lowercased), as: UTF8.self)
        if boundary != nil || type.hasPrefix("multipart/") { return .multipart(boundary: boundary) }
        return type.contains("json") ? .json : .unknown
    }
}
