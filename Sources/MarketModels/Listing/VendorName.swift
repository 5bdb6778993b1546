import Foundation

/// What makes a vendor's name look like another's.
enum VendorName {
    /// The built-in vendor's name, folded.
    static let guest = "guest"

    /// Without regard to case, width and blanks: `\u{FF27}uest ` is `guest`.
    static func folded(_ name: String) -> String {
        let folded = name.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        var bare = String.UnicodeScalarView()
        for scalar in folded.unicodeScalars where !scalar.properties.isWhitespace { bare.append(scalar) }
        return String(bare)
    }
}

extension Unicode.Scalar {
    /// Whether it can't be seen, breaks the line, or turns the direction of what stands around it. Variation selectors,
    /// which say how an emoji looks, are none of these.
    var isDeceptive: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        default: Self.invisible.contains(self)
        }
    }

    /// Letters and marks that show nothing: combining grapheme joiner, fillers of Hangul and Braille, Khmer's inherent
    /// vowels.
    private static let invisible: Set<Unicode.Scalar> = [
        "\u{034F}", "\u{115F}", "\u{1160}", "\u{17B4}", "\u{17B5}", "\u{2800}", "\u{3164}", "\u{FFA0}",
    ]
}
