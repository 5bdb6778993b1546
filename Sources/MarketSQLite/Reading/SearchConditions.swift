internal import MarketCore
internal import MarketModels

/// The conditions of a search as FTS5 queries. A product matches if it fulfils all of `words` and `filters` and none of
/// `exclusions`.
struct SearchConditions {
    /// One query for each word, in one of its alternatives.
    let words: [String]
    let filters: [String]
    let exclusions: [String]

    /// Creates the conditions of a list that isn't searched, or nil if there are none.
    init?(filters: [String], keywords: [String], without excluded: [String]) {
        guard !filters.isEmpty else { return nil }
        words = []
        self.filters = filters + keywords.map(Self.keyword)
        exclusions = excluded.map(Self.keyword)
    }

    /// - Parameters:
    ///   - filters: queries that a product must match, too.
    ///   - keywords: the keywords of `SearchEntry` that a product must have.
    ///   - excluded: those that exclude a product.
    /// - Returns: nil for a search without words, which has no results.
    init?(
        _ search: ResolvedSearch,
        filters: [String] = [],
        keywords: [String] = [],
        without excluded: [String] = []
    ) {
        guard !search.words.isEmpty else { return nil }
        words = search.words.map { word in
            let query = Self.anyAlternative(of: word)
            return switch search.scope {
            case .name: "name : (\(query))"
            case .nameAndSeller: "{name vendor_name} : (\(query))"
            case .nameAndDescription: "(\(query))"
            }
        }
        self.filters = filters + keywords.map(Self.keyword)
        exclusions = excluded.map(Self.keyword)
    }

    /// Returns the query for products that have one of several keywords.
    fileprivate static func any(of keywords: [String]) -> String {
        keywords.isEmpty ? keyword("none") : "(\(keywords.map(keyword).joined(separator: " OR ")))"
    }

    /// Returns the query for products whose place has a word.
    fileprivate static func inPlace(_ word: SearchWord) -> String { "place : (\(anyAlternative(of: word)))" }

    private static func anyAlternative(of word: SearchWord) -> String {
        word.alternatives.map { $0.map(phrase).joined(separator: " AND ") }.map { "(\($0))" }
            .joined(separator: " OR ")
    }

    /// The single query for all conditions.
    var expression: String {
        exclusions.reduce((words + filters).joined(separator: " AND ")) { "(\($0)) NOT \($1)" }
    }

    /// Returns queries that match every result of the search without comparing positions: one of the first tokens of
    /// the words, and one of the last.
    ///
    /// - Returns: an empty array unless at least two words have a single alternative.
    static func oneTokenOfEachWord(of search: ResolvedSearch) -> [String] {
        let words = search.words.compactMap { word in
            word.alternatives.count == 1 ? word.alternatives[0].first.map(SearchText.phrase) : nil
        }
        guard words.count > 1 else { return [] }
        return [words.compactMap(\.first), words.compactMap(\.last)].map { tokens in
            tokens.map(quoted).joined(separator: " AND ")
        }
    }

    private static func keyword(_ text: String) -> String { "keywords : \(quoted(text))" }

    private static func phrase(_ text: String) -> String {
        quoted(SearchText.phrase(text).joined(separator: " "))
    }

    /// Quotes a text for FTS5. Works on scalars because FTS5 reads bytes, whereas in Swift a quote followed by a
    /// combining mark is a different character. NUL is omitted because FTS5 stops reading there.
    private static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}

extension AttributeConditions {
    /// The queries that a product must match, all of them.
    var queries: [String] {
        keywords.map { SearchConditions.any(of: $0) } + place.map { SearchConditions.inPlace($0) }
    }
}
