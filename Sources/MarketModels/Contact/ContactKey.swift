/// What a contact can be reached at, written in one way: a phone number, a mail address, a link, or the text of a contact that is
/// none of these, as its letters and digits.
///
/// `010-1234-5678`, `０１０ 1234 5678` and `+82 10-1234-5678` have the same key, as have `https://chat.example/kim` and
/// `chat.example/kim?from=market`.
public struct ContactKey: RawRepresentable, Hashable, Sendable {
    /// The number of ASCII letters and digits of a text that may be somebody's name in an app.
    private static let nameLength = 5

    /// `tel:01012345678`, `mailto:kim@example.com`, `https://example.com/kim` or `text:kakaokim`.
    public let rawValue: String

    /// Creates a key from what is stored.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Returns the keys of everything that a contact names, without repetitions.
    public static func keys(of contact: String) -> [ContactKey] {
        let keys = keys(in: contact)
        guard keys.isEmpty else { return keys }
        let plain = String(String.UnicodeScalarView(ContactKeyReader.plain(contact)))
        let text = String(plain.lowercased().filter { $0.isLetter || $0.isNumber })
        return text.isEmpty ? [] : [ContactKey(rawValue: "text:\(text)")]
    }

    /// Returns the keys of the phone numbers, mail addresses and links in a text, without repetitions. It takes as long as the text
    /// is.
    public static func keys(in text: String) -> [ContactKey] { ContactKeyReader.keys(in: text) }

    /// Returns the keys of a contact that can be blocked without blocking what others write, too.
    public static func blockable(of contact: String) -> [ContactKey] { keys(of: contact).filter(\.isBlockable) }

    /// Whether this is somebody's own: a number, a mail address, a link, or a text with a name such as `kakao kim01`. “Ask me” is
    /// everybody's.
    public var isBlockable: Bool {
        guard rawValue.hasPrefix("text:") else { return true }
        let name = text.unicodeScalars.filter { $0.isASCIILetter || $0.isASCIIDigit }
        return name.count >= Self.nameLength && name.contains(where: \.isASCIIDigit)
    }

    /// What people read: the number, the address, the link or the text.
    public var text: String {
        for start in ["tel:", "mailto:", "text:"] where rawValue.hasPrefix(start) {
            return String(rawValue.dropFirst(start.count))
        }
        return rawValue
    }
}
