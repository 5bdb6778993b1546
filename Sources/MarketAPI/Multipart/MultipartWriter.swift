/// Produces the framing of a multipart form. It never sees the data of the parts, so they can come from files of any
/// size (RFC 7578; API.md, “training”: one part `params`, files `images`).
public struct MultipartWriter: Sendable {
    /// The text between the parts, random so that no part contains it. It always has the same length, and so does a form with
    /// the same content.
    public let boundary: String

    /// Creates a writer with a new boundary.
    public init() {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }
        // No number has more than 13 digits.
        boundary = "openmarket-" + digits.map { String(repeating: "0", count: 13 - $0.count) + $0 }.joined()
    }

    /// The value of the `Content-Type` header.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Returns the bytes before a part's data.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - fileName: The file name, for a file; quotes and line breaks in it are percent-encoded, as browsers do.
    ///   - type: The media type of the part, if any.
    public func head(of name: String, fileName: String? = nil, type: String? = nil) -> [UInt8] {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        head += "\r\n"
        if let type { head += "Content-Type: \(type)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// The bytes after a part's data.
    public var partEnd: [UInt8] { Array("\r\n".utf8) }

    /// The bytes after the last part.
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
