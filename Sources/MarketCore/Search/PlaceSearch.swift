import MarketModels

/// The search in the places of products, which people write and ask for in many ways.
public enum PlaceSearch {
    /// Returns the words of a place that is looked for. Each must be found in the place of a product.
    public static func words(of place: String) -> [SearchWord] {
        SearchText.words(of: place).map { SearchWord(place: $0) }
    }

    /// Whether all words are found in a place.
    public static func finds(_ words: [SearchWord], in place: String) -> Bool {
        let folded = SearchText.folded(place)
        return words.allSatisfy { word in
            word.alternatives.contains { $0.allSatisfy { ResolvedSearch.occurs($0, in: folded) } }
        }
    }
}

extension SearchWord {
    /// What a name of a place may end with. The endings of a group stand for the same, and can be left out.
    private static let placeEndings = [
        ["특별자치시", "특별시", "광역시", "시", "-si"], ["특별자치도", "도", "-do"], ["구", "-gu"], ["군", "-gun"], ["읍", "-eup"],
        ["면", "-myeon"], ["동", "-dong"], ["리", "-ri"],
    ]
    /// The lengths of words that may be two, in scalars.
    private static let joinedLengths = 4...12

    /// Creates a word of a place, which is also found as a part of a longer word, and as the same place is written elsewhere:
    /// `서울시` in `서울 망원동`, `망원동` in `망원2동`, and `서울망원동` in `서울 망원동`.
    init(place word: String) {
        let blank = String(SearchText.blank)
        var found = [word]
        for group in Self.placeEndings {
            guard let ending = group.first(where: { word.hasSuffix($0) }) else { continue }
            let stem = String(word.dropLast(ending.count))
            guard stem.unicodeScalars.count >= 2, let last = stem.unicodeScalars.last, !last.isDigit else { continue }
            found.append(blank + stem + blank)
            found += group.filter { $0 != ending }.map { blank + stem + $0 + blank }
            // Large ones are divided into numbered ones.
            if ending == "동" { found += (1...9).map { "\(blank)\(stem)\($0)" } }
            break
        }
        let scalars = Array(word.unicodeScalars)
        if Self.joinedLengths ~= scalars.count, scalars.allSatisfy(\.isSyllable) {
            found += (2...(scalars.count - 2)).map { cut in
                SearchText.string(scalars[..<cut] + [SearchText.blank] + scalars[cut...])
            }
        }
        alternatives = found.map { [$0] }
    }
}
