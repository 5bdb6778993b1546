internal import MarketTexts

/// The fixed words of the pages as templates read them, made once for each language.
enum Words {
    private static let korean = facts(.korean)
    private static let english = facts(.english)

    static func of(_ language: Language) -> Templates.Facts {
        switch language {
        case .korean: korean.value
        case .english: english.value
        }
    }

    /// Dictionaries of `Any` can't be shown to be `Sendable`; these hold strings only and never change.
    private struct Kept: @unchecked Sendable {
        let value: Templates.Facts
    }

    private static func facts(_ language: Language) -> Kept {
        let texts = WebTexts(language: language)
        return Kept(value: Dictionary(uniqueKeysWithValues: WebWord.allCases.map { ($0.rawValue, texts[$0]) }))
    }
}
