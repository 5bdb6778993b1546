import Foundation
public import MarketModels

/// How texts are cut up so that any part of them is found: the same way for every store.
///
/// Korean words are often two syllables long and are searched by one, so an index of words, or of runs of three
/// characters, does not do. A text is folded (compatibility forms, letter case) and every pair of neighbouring characters
/// becomes a token, and every character that occurs becomes one too. A word is then found as a row of pairs, a single
/// character as itself.
public enum SearchText {
    /// Stands for white space inside a pair, where a space would end the token.
    private static let blank: Unicode.Scalar = "\u{2423}"

    /// What to put into an index for a text: its tokens, with spaces between them.
    public static func tokens(of text: String) -> String {
        let scalars = folded(text)
        var tokens = String.UnicodeScalarView()
        tokens.reserveCapacity(scalars.count * 4)
        for index in scalars.indices.dropLast() {
            tokens.append(scalars[index])
            tokens.append(scalars[index + 1])
            tokens.append(" ")
        }
        var seen: Set<Unicode.Scalar> = [blank]
        for scalar in scalars where seen.insert(scalar).inserted {
            tokens.append(scalar)
            tokens.append(" ")
        }
        return String(tokens)
    }

    /// What to look for: each word that was typed, as the tokens that must stand in a row. All of them must be there.
    public static func phrases(of search: ProductSearch) -> [[String]] {
        folded(search.text).split(separator: blank).map { word in
            guard word.count > 1 else { return [String(String.UnicodeScalarView(word))] }
            return zip(word, word.dropFirst()).map { String(String.UnicodeScalarView([$0, $1])) }
        }
    }

    private static func folded(_ text: String) -> [Unicode.Scalar] {
        // Twice composed: lower case may leave a mark apart from its letter.
        let plain = text.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(plain.utf8.count)
        for scalar in plain.unicodeScalars {
            guard isBlank(scalar) else {
                scalars.append(scalar)
                continue
            }
            if scalars.last != blank { scalars.append(blank) }
        }
        return scalars
    }

    /// Whether no index can hold it: white space, control and format characters.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value <= 0x20 }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate: return true
        default: return scalar == blank
        }
    }
}
