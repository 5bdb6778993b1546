import MarketModels

/// The header of a part. Only the name is reliable: the type of a file is determined from its bytes (API.md,
/// “Multipart, as apps really send it”).
public struct MultipartPartHead: Hashable, Sendable {
    /// The maximum length of a name, in bytes of UTF-8; no part that is read has a longer one.
    static let maximumNameByteCount = 256

    /// The `name` of `Content-Disposition` as it was sent (`images[]`). Nil if it is missing or longer than
    /// 256 bytes, because comparing strings is quadratic in the length of a run of combining marks.
    public let name: String?
    /// The `filename` or `filename*` of `Content-Disposition`, which may be empty, or nil if there is none.
    public let filename: String?
    /// The `Content-Type` without surrounding blanks and otherwise unchecked, or nil if there is none.
    public let contentType: String?
    /// The header as it was sent, including line breaks, at most ``MultipartLimits/headerByteCount`` bytes.
    public let rawHeader: [UInt8]

    init(rawHeader: [UInt8]) {
        self.rawHeader = rawHeader
        var disposition: [UInt8]?
        var contentType: [UInt8]?
        for (name, value) in Self.fields(of: rawHeader) {
            if disposition == nil, name.elementsEqual("content-disposition".utf8) { disposition = value }
            if contentType == nil, name.elementsEqual("content-type".utf8) { contentType = value }
        }
        self.contentType = contentType.map { String(decoding: $0, as: UTF8.self).streamSafe }
        let parameters = disposition.map { HeaderParameters($0) }
        name = parameters?["name"].flatMap { $0.utf8.count <= Self.maximumNameByteCount ? $0 : nil }
        filename = parameters?["filename*"].flatMap(Self.extendedValue) ?? parameters?["filename"]
    }

    /// Returns the fields with lower-case names. Lines that begin with a blank continue the field before them.
    private static func fields(of header: [UInt8]) -> [(name: [UInt8], value: [UInt8])] {
        var fields: [(name: [UInt8], value: [UInt8])] = []
        for line in header.split(separator: .lineFeed) {
            let text = line.trimmingLineEnd()
            if let first = text.first, first.isBlank, let last = fields.indices.last {
                fields[last].value += [.space] + text.trimmingBlanks()
                continue
            }
            guard let colon = text.firstIndex(of: .colon) else { continue }
            let name = text[..<colon].trimmingBlanks().map(\.lowercased)
            fields.append((name, Array(text[(colon + 1)...].trimmingBlanks())))
        }
        return fields
    }

    /// Decodes an extended value, such as `UTF-8''%EC%9D%98%EC%9E%90.jpg` (RFC 8187).
    private static func extendedValue(_ text: String) -> String? {
        let pieces = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, pieces[0].utf8.map(\.lowercased).elementsEqual("utf-8".utf8) else { return nil }
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
        return String(validating: decoded, as: UTF8.self)?.streamSafe
    }
}
