/// Writes XML 1.0 as UTF-8.
struct XMLText {
    private(set) var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)

    /// Markup as it is.
    mutating func markup(_ text: String) { bytes += text.utf8 }

    /// An element that holds a text.
    mutating func element(_ name: String, _ text: String, _ attributes: String = "") {
        markup("<\(name)\(attributes)>\(Self.escaped(text))</\(name)>\n")
    }

    /// A text that can stand in an element or in a quoted attribute. What XML can't hold is left out.
    static func escaped(_ text: String) -> String {
        Markup().escapeText(String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed))))
    }

    /// The production `Char` of XML 1.0.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
