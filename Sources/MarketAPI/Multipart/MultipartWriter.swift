/// Writes the pieces of a multipart form around the bytes of its parts, which it never sees: they can come from files
/// of any size (RFC 7578; API.md, “training”: one part `params`, files `images`).
public struct MultipartWriter: Sendable {
    /// What stands between the parts: random, so that no part has it in it.
    public let boundary: String

    public init() {
        var generator = SystemRandomNumberGenerator()
        boundary = "openmarket-" + (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    }

    /// The value of the header `Content-Type`.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// What stands in front of a part's bytes.
    ///
    /// - Parameters:
    ///   - name: the field's name.
    ///   - fileName: for a file; quotes and line breaks in it are percent-encoded, as browsers do.
    ///   - type: the part's media type, if it is to be named.
    public func head(of name: String, fileName: String? = nil, type: String? = nil) -> [UInt8] {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        head += "\r\n"
        if let type { head += "Content-Type: \(type)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// What stands behind a part's bytes.
    public var partEnd: [UInt8] { Array("\r\n".utf8) }

    /// What stands behind the last part.
    public var end: [UInt8] { Array("--\(boundary)--\r\n".utf8) }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
