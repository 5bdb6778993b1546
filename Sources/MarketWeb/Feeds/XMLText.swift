/// Writes XML 1.0 as UTF-8.
struct XMLText {
    private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)

    /// Appends markup without escaping it.
    mutating func markup(_ text: String) { bytes += text.utf8 }

    /// Appends an element that contains a text.
    mutating func element(_ name: String, _ text: String, _ attributes: String = "") {
        markup("<\(name)\(attributes)>\(Self.escaped(text))</\(name)>\n")
    }

    /// Escapes a text for elements and quoted attributes. Characters that XML doesn't allow are removed.
    static func escaped(_ text: String) -> String {
        HTMLEscaping().escapeText(String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed))))
    }

    /// Returns whether a character matches the production `Char` of XML 1.0.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
