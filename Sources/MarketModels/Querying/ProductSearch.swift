import Foundation

/// A text that products are searched for: it has to occur in them, in whatever letter case.
public struct ProductSearch: Hashable, Sendable {
    /// Where the text may occur.
    public enum Scope: Hashable, Sendable {
        case name
        case nameAndDescription
    }

    /// Up to how many matches the total of a search is exact.
    public static let countedMatches = 10_000
    /// What is typed beyond so many characters does not count.
    public static let maximumLength = 100

    /// Composed (NFC), without white space around it; never empty.
    public let text: String
    public let scope: Scope

    /// - Returns: nil for a text that is empty or blank: then nothing is searched for.
    public init?(_ text: some StringProtocol, in scope: Scope) {
        // Cut by scalars, and before anything that takes longer than in proportion to the length.
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength)))
        let trimmed = start.trimmingWhitespace()
        guard !trimmed.isEmpty else { return nil }
        self.text = trimmed.precomposedStringWithCanonicalMapping
        self.scope = scope
    }
}
