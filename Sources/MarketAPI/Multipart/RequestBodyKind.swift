/// The format of a request body. Its bytes decide, not `Content-Type` (API.md, “Rules for every edition”: apps send
/// JSON without a type or as `application/x-www-form-urlencoded`, and multipart without a type).
public enum RequestBodyKind: Hashable, Sendable {
    /// JSON: an object, an array or a text. Also a body of which neither the bytes nor the header tell, such as an empty one:
    /// the reader of JSON says what is wrong with it.
    case json
    case multipart

    /// Determines the format of a body.
    ///
    /// - Parameters:
    ///   - contentType: The request's `Content-Type`. It decides if all of `firstBytes` are white space.
    ///   - firstBytes: The beginning of the body, up to and including its first byte that is not white space.
    public static func sniff(contentType: String?, firstBytes: some Sequence<UInt8>) -> RequestBodyKind {
        for byte in firstBytes {
            switch byte {
            // White space, and the bytes of a byte order mark.
            case .space, .tab, .lineFeed, .carriageReturn, 0xEF, 0xBB, 0xBF: continue
            case UInt8(ascii: "{"), UInt8(ascii: "["), .quote: return .json
            case .dash: return .multipart
            default: return declared(contentType)
            }
        }
        return declared(contentType)
    }

    private static func declared(_ contentType: String?) -> RequestBodyKind {
        let isMultipart = contentType?.utf8.prefix(10).map(\.lowercased).elementsEqual("multipart/".utf8) ?? false
        return isMultipart || MultipartBoundary.named(in: contentType) != nil ? .multipart : .json
    }
}
