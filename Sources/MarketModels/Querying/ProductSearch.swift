import Foundation

/// A search text. Each of its words must occur in a product, in any order and letter case.
public struct ProductSearch: Hashable, Sendable {
    /// The texts that are searched, and the tolerance of the search.
    public enum Scope: Hashable, Sendable {
        /// The name, tolerating only differences in spaces. For products that are similar.
        case name
        /// The name and the seller's name, tolerating only differences in spaces. For the ports of old editions.
        case nameAndSeller
        /// The name, the description, the seller's name and the place, also tolerating initial consonants and typos.
        case nameAndDescription
    }

    /// The number of matches up to which the total of a search is exact.
    public static let countedMatches = 10_000
    /// The maximum length in Unicode scalars; the rest is ignored.
    public static let maximumLength = 100

    /// The text, composed (NFC) and without invisible characters around it; never empty.
    public let text: String
    /// The texts that are searched.
    public let scope: Scope

    /// Creates a search, or nil if the text has no visible character; then there is no search.
    public init?(_ text: some StringProtocol, in scope: Scope) {
        // The text is truncated by scalars before any step that is slower than linear in its length.
        var scalars = text.unicodeScalars.prefix(Self.maximumLength).drop(while: \.isInvisible)
        while let last = scalars.last, last.isInvisible { scalars.removeLast() }
        let visible = String(String.UnicodeScalarView(scalars))
        guard visible.isVisible else { return nil }
        self.text = visible.precomposedStringWithCanonicalMapping
        self.scope = scope
    }
}
