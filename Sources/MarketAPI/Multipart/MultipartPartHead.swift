/// What a part says about itself in its header. Nothing of it is to be believed but the name: what a file is, its bytes
/// tell (API.md, “Multipart, as apps really send it”).
public struct MultipartPartHead: Hashable, Sendable {
    /// The `name` of `Content-Disposition`, as it was sent (`images[]`), or nil if there is none.
    public let name: String?
    /// The `filename` or `filename*` of `Content-Disposition`, which may be empty, or nil if there is none.
    public let filename: String?
    /// `Content-Type` without surrounding blanks, however little sense it makes, or nil if there is none.
    public let contentType: String?
    /// The header as it was sent, with its line breaks, at most ``MultipartLimits/headerByteCount`` bytes.
    public let rawHeader: [UInt8]

    init(rawHeader: [UInt8]) {
        self.rawHeader = rawHeader
        var disposition: [UInt8]?
        var contentType: [UInt8]?
        for (name, value) in Self.fields(of: rawHeader) {
            switch name {
            case "content-disposition" where disposition == nil: disposition = value
            case "content-type" where contentType == nil: contentType = value
            default: break
            }
        }
        self.contentType = contentType.map { String(decoding: $0, as: UTF8.self) }
        let parameters = disposition.map { HeaderParameters($0) }
        name = parameters?["name"]
        filename = parameters?["filename*"].flatMap(Self.extendedValue) ?? parameters?["filename"]
    }

    /// The fields with their names in lower case; lines that begin with a blank go on with the field before them.
    private static func fields(of header: [UInt8]) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = []
        for line in header.split(separator: .lineFeed) {
            let text = line.trimmingLineEnd()
            if let first = text.first, first.isBlank, let last = fields.indices.last {
                fields[last].value += [.space] + text.trimmingBlanks()
                continue
            }
            guard let colon = text.firstIndex(of: .colon) else { continue }
            let name = String(decoding: text[..<colon].trimmingBlanks(), as: UTF8.self).lowercased()
            fields.append((name, Array(text[(colon + 1)...].trimmingBlanks())))
        }
        return fields
    }

    /// Reads `UTF-8''%EC%9D%98%EC%9E%90.jpg` (RFC 8187).
    private static func extendedValue(_ text: String) -> String? {
        let pieces = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, pieces[0].lowercased() == "utf-8" else { return nil }
        var decoded: [UInt8] = []
        var rest = Substring(pieces[2]).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), rest.count >= 2, let value = UInt8(digits, radix: 16) else {
                return nil
            }
            decoded.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
