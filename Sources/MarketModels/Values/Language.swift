/// The languages of the market: of its texts, its profile and the names of its categories.
///
/// For another one, add a case here; the compiler asks for its texts (`LanguageStrings`), and tests for its manifest, its names of
/// categories and its place in `openapi.json` and in the app's project. Each entry of the setting `categories` has a name more;
/// where a category lacks one, people see another.
public enum Language: String, CaseIterable, Hashable, Sendable, Codable {
    case korean = "ko"
    case english = "en"

    /// The codes of all languages, for commands: `ko or en`.
    public static let codes = allCases.map(\.rawValue).joined(separator: " or ")

    /// The name of the language in itself, for a choice of languages.
    public var ownName: String {
        switch self {
        case .korean: "한국어"
        case .english: "English"
        }
    }

    /// The name of the language in English, for commands.
    public var englishName: String {
        switch self {
        case .korean: "Korean"
        case .english: "English"
        }
    }

    /// Creates the supported language with the highest weight in an `Accept-Language` header; English if it names only others.
    ///
    /// - Parameters:
    ///   - header: The value of the header, or nil without one.
    ///   - usual: The language for whoever asks for none, or for any (`*`).
    public init(acceptLanguage header: String?, otherwise usual: Language = .english) {
        guard let header, header.contains(where: { $0 != " " }) else {
            self = usual
            return
        }
        var best: (language: Language, weight: Double) = (.english, 0)
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";")
            guard let tag = parts.first?.filter({ $0 != " " }).lowercased(),
                // Apps that send the name of a locale, `ko_KR`, mean a language, too.
                let language = tag == "*" ? usual : Language(rawValue: String(tag.prefix { $0 != "-" && $0 != "_" }))
            else { continue }
            let weight =
                parts.dropFirst().lazy.map { $0.filter { $0 != " " } }
                .first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if weight > best.weight { best = (language, weight) }
        }
        self = best.language
    }
}

extension Language {
    /// The currency of most speakers of the language, which comes first in lists by price.
    public var currency: Currency {
        switch self {
        case .korean: .krw
        case .english: .usd
        }
    }

    /// The language of most people in a time zone, by its name in the IANA database; English where they speak none of these.
    public init(timeZone: String) { self = Self.allCases.first { $0.timeZones.contains(timeZone) } ?? .english }

    private var timeZones: [String] {
        switch self {
        case .korean: ["Asia/Seoul"]
        case .english: []
        }
    }
}

extension [Language: String] {
    /// Returns the text in a language, or in the first other one that has it; nil if none has.
    public func text(in language: Language) -> String? {
        self[language] ?? Language.allCases.lazy.compactMap { self[$0] }.first
    }
}
