/// What a contact can be reached at, written in one way: a phone number, a mail address, a link, or the text of a contact that is
/// none of these, as its letters and digits.
///
/// `010-1234-5678`, `010 1234 5678` and `+82 10-1234-5678` have the same key.
public struct ContactKey: RawRepresentable, Hashable, Sendable {
    /// `tel:01012345678`, `mailto:kim@example.com`, `https://example.com/kim` or `text:kakaokim`.
    public let rawValue: String

    /// Creates a key from what is stored.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Returns the keys of everything that a contact names, without repetitions.
    public static func keys(of contact: String) -> [ContactKey] {
        let keys = keys(ContactReader.parts(of: contact))
        guard keys.isEmpty else { return keys }
        let text = String(contact.lowercased().filter { $0.isLetter || $0.isNumber })
        return text.isEmpty ? [] : [ContactKey(rawValue: "text:\(text)")]
    }

    /// Returns the keys of the phone numbers, mail addresses and links in a text, without repetitions. It takes as long as the text
    /// is.
    public static func keys(in text: String) -> [ContactKey] {
        // Invisible characters in the middle of a number don't make it another one.
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.isDirectionControl { shown.append(scalar) }
        return keys(ContactReader.parts(of: String(shown)))
    }

    private static func keys(_ parts: [ContactPart]) -> [ContactKey] {
        var known: Set<ContactKey> = []
        return parts.compactMap { ContactKey($0) }.filter { known.insert($0).inserted }
    }

    /// Returns the key of what a contact names first, by which sellers with the same contact are found.
    ///
    /// - Returns: nil for a contact that names nothing.
    public static func key(of contact: String) -> String? { keys(of: contact).first?.rawValue }

    private init?(_ part: ContactPart) {
        guard let address = part.address else { return nil }
        switch part.kind {
        case .text: return nil
        case .phone:
            let korean = "tel:+82"
            rawValue = address.hasPrefix(korean) ? "tel:0\(address.dropFirst(korean.count))" : address
        case .mail: rawValue = address.asciiLowercased
        case .link:
            let link = address.asciiLowercased.replacing("https://www.", with: "https://")
            rawValue = link.hasSuffix("/") ? String(link.dropLast()) : link
        }
    }

    /// What people read: the number, the address, the link or the text.
    public var text: String {
        for start in ["tel:", "mailto:", "text:"] where rawValue.hasPrefix(start) {
            return String(rawValue.dropFirst(start.count))
        }
        return rawValue
    }

    /// A text that each contact with this key contains, in lower case as far as it is ASCII; nil for the key of a text, which is
    /// the only key that its contact has.
    package var fragment: String? {
        if rawValue.hasPrefix("text:") { return nil }
        if rawValue.hasPrefix("tel:+") { return String(rawValue.suffix(1)) }
        if rawValue.hasPrefix("tel:") { return String(rawValue.suffix(4)) }
        guard rawValue.hasPrefix("https://") else { return text }
        return String(text.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }
}

extension String {
    /// The text with the letters A to Z in lower case, as databases compare it.
    fileprivate var asciiLowercased: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.value >= 65 && $0.value <= 90 ? Unicode.Scalar(UInt8($0.value) + 32) : $0 }
            )
        )
    }
}
