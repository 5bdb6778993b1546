import Foundation

/// A text that products are searched for: each of its words has to occur in them, in whatever order and letter case.
public struct ProductSearch: Hashable, Sendable {
    /// Where the words may occur, and what is forgiven.
    public enum Scope: Hashable, Sendable {
        /// In the name; nothing is forgiven but spaces. For the ports of old editions.
        case name
        /// In the name, the description and the seller's name; initial consonants and typos are forgiven, too.
        case nameAndDescription
    }

    /// Up to how many matches the total of a search is exact.
    public static let countedMatches = 10_000
    /// What is typed beyond so many characters does not count.
    public static let maximumLength = 100

    /// Composed (NFC), with nothing invisible around it; never empty.
    public let text: String
    public let scope: Scope

    /// - Returns: nil for a text of which nothing can be seen: then nothing is searched for.
    public init?(_ text: some StringProtocol, in scope: Scope) {
        // Cut by scalars, and before anything that takes longer than in proportion to the length.
        var scalars = text.unicodeScalars.prefix(Self.maximumLength).drop(while: \.isInvisible)
        while let last = scalars.last, last.isInvisible { scalars.removeLast() }
        // Marks have nothing to stand on.
        guard !scalars.allSatisfy({ $0.isInvisible || $0.isCombiningMark }) else { return nil }
        self.text = String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping
        self.scope = scope
    }
}

extension Unicode.Scalar {
    /// Whether it leaves no mark of its own: white space, control and format characters, and fillers.
    package var isInvisible: Bool { isBlank || isIgnorable }

    /// Whether it stands between words: white space, control characters, and Braille without a dot.
    package var isBlank: Bool {
        if value < 0x7F { return value <= 0x20 }
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: return true
        default: return value == 0x2800
        }
    }

    /// Whether it is put over, under or around the character before it.
    fileprivate var isCombiningMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether it can be left out of a text without anybody seeing it, such as a joiner, a variation selector or a
    /// Hangul filler.
    package var isIgnorable: Bool {
        guard value > 0x7F else { return false }
        return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
    }
}
