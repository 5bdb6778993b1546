import Foundation

/// Detects vendor names that look alike.
enum VendorName {
    /// The built-in vendor's name, folded.
    static let guest = "guest"

    /// Returns a name without differences of case, width and blanks: `\u{FF27}uest ` becomes `guest`.
    static func folded(_ name: String) -> String {
        let folded = name.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        var bare = String.UnicodeScalarView()
        for scalar in folded.unicodeScalars where !scalar.properties.isWhitespace { bare.append(scalar) }
        return String(bare)
    }
}

extension Unicode.Scalar {
    /// Whether this is invisible, breaks the line or changes the direction of the text around it. Variation selectors,
    /// which control the display of emoji, are none of these.
    var isDeceptive: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        default: Self.invisible.contains(self)
        }
    }

    /// Letters and marks without a glyph: the combining grapheme joiner, the fillers of Hangul and Braille, and Khmer's
    /// inherent vowels.
    private static let invisible: Set<Unicode.Scalar> = [
        "\u{034F}", "\u{115F}", "\u{1160}", "\u{17B4}", "\u{17B5}", "\u{2800}", "\u{3164}", "\u{FFA0}",
    ]
}
