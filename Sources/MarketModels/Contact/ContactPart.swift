/// A stretch of what a seller wrote as contact: words, or a way to reach them that can be tapped.
public struct ContactPart: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case text, phone, mail, link
    }

    public let kind: Kind
    /// As the seller wrote it. The texts of all parts, one after the other, are the whole contact.
    public let text: String
    /// What a tap opens, in ASCII: `tel:01012345678`, `mailto:kim@example.com`, `https://example.com/kim`. Nil for words.
    public let address: String?

    public init(text: String) {
        self.init(kind: .text, text: text, address: nil)
    }

    init(kind: Kind, text: String, address: String?) {
        self.kind = kind
        self.text = text
        self.address = address
    }
}
