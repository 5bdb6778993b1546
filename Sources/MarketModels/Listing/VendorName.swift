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

extension String {
    /// Whether a name has characters with which it could look like another one: invisible ones, and those that change
    /// the direction of the text around them. Variation selectors and the joiners of emoji and of scripts that need them
    /// are none of these.
    package var isDeceptive: Bool {
        let scalars = Array(unicodeScalars)
        return scalars.indices.contains { index in
            switch scalars[index].properties.generalCategory {
            case .format where scalars[index].isJoiner:
                index == 0 || index == scalars.count - 1
                    || !scalars[index - 1].takesJoiner || !scalars[index + 1].takesJoiner
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
            default:
                scalars[index].isIgnorable && !scalars[index].properties.isVariationSelector
                    || scalars[index] == "\u{2800}"
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

    /// Whether a joiner next to this character changes how it looks: in emoji, and in scripts from Hebrew to Mongolian.
    fileprivate var takesJoiner: Bool {
        switch value {
        case 0x0590...0x109F, 0x1780...0x18AF: !properties.isWhitespace
        default: value >= 0x2000 && (properties.isEmoji || properties.isVariationSelector)
        }
    }
}
