/// A part of a seller's contact: plain text, or a phone number, mail address or link that can be tapped.
public struct ContactPart: Hashable, Sendable {
    /// The kinds of parts.
    public enum Kind: String, CaseIterable, Sendable {
        /// Plain text, a phone number, a mail address, or an https link.
        case text, phone, mail, link
    }

    /// The kind of the part.
    public let kind: Kind
    /// The part's original text. The texts of all parts together are the whole contact.
    public let text: String
    /// The URL that a tap opens, in ASCII: `tel:01012345678`, `mailto:kim@example.com`, `https://example.com/kim`. Nil
    /// for plain text.
    public let address: String?

    /// Creates a part of plain text.
    public init(text: String) {
        self.init(kind: .text, text: text, address: nil)
    }

    init(kind: Kind, text: String, address: String?) {
        self.kind = kind
        self.text = text
        self.address = address
    }
}
