import Mustache

/// Escapes text for HTML elements and quoted attributes.
///
/// It processes bytes. The escaping of swift-mustache processes `Character`s and doesn't escape a quotation mark that
/// is followed by a combining mark.
struct HTMLEscaping: MustacheContentType {
    static let name = "MARKUP"

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.entity($0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let entity = Self.entity(byte) {
                bytes += entity.utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func entity(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
