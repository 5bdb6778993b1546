internal import MarketCore
internal import MarketModels

/// What a product's row in `product_search` must fulfil: each word of a search, and each one of a place, in one of its
/// alternatives, and one keyword of each group.
struct SearchConditions {
    /// The character that stands for the block of ids. A folded text doesn't contain it.
    static let block = "\u{1}"
    /// A keyword that no product has.
    private static let impossible = "none"
    /// The maximum length of a text that is a key, or the beginning of one, so that its products need no check.
    private static let keyLength = 3

    let search: ResolvedSearch?
    /// Of each group, a product has at least one keyword.
    let keywords: [[String]]
    let place: [SearchWord]
    /// Whether products in other currencies are left out. The index has them as a keyword.
    let isWonAndDollarOnly: Bool

    /// - Returns: nil if there are no conditions.
    init?(
        _ search: ResolvedSearch?,
        keywords: [[String]],
        place: [SearchWord] = [],
        isWonAndDollarOnly: Bool = false
    ) {
        guard search != nil || !keywords.isEmpty || !place.isEmpty else { return nil }
        self.search = search
        self.place = place
        self.isWonAndDollarOnly = isWonAndDollarOnly
        // A search without words finds nothing.
        self.keywords = search?.words.isEmpty == true ? keywords + [[]] : keywords
    }

    /// The query of the index, as a `tsquery` with a character for the block. It finds every product that fulfils the
    /// conditions, and others in which the parts of a long text occur at different places.
    var keyQuery: String {
        let words = (search?.words ?? []).map { word in
            Self.any(word.alternatives.map { Self.all($0.flatMap(Self.keys)) })
        }
        let keywords = keywords.map { group in
            Self.any((group.isEmpty ? [Self.impossible] : group).map { Self.quoted("\t" + $0) })
        }
        let place = place.map { word in Self.any(word.alternatives.map { Self.all($0.flatMap(Self.placeKeys)) }) }
        let others = isWonAndDollarOnly ? ["!\(Self.quoted("\tcurrency:other"))"] : []
        return Self.all(words + keywords + place + others)
    }

    /// Returns the condition for the texts.
    ///
    /// - Parameter isKeyed: whether the row was found by ``keyQuery``.
    /// - Returns: nil if nothing is left to check.
    func textCondition(isKeyed: Bool, _ parameters: inout StatementParameters) -> String? {
        guard let search else { return nil }
        // Each phrase is in one of these texts. The names of the sellers are on the fourth lines.
        let columns =
            switch search.scope {
            case .name: ["s.name"]
            case .nameAndSeller: ["s.name", "split_part(s.texts, E'\\n', 4)"]
            case .nameAndDescription: ["s.texts"]
            }
        var required: [String] = []
        var conditions: [String] = []
        for word in search.words {
            if word.alternatives.count == 1 {
                required += word.alternatives[0].filter { phrase in
                    !isKeyed || search.scope != .nameAndDescription || phrase.unicodeScalars.count > Self.keyLength
                }
            } else {
                let alternatives = word.alternatives.map { phrases in
                    Self.occur(phrases, in: columns, &parameters)
                }
                conditions.append("(\(alternatives.joined(separator: " OR ")))")
            }
        }
        if !required.isEmpty {
            conditions.append(Self.occur(required, in: columns, &parameters))
        }
        return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    }

    /// Returns the condition that each phrase occurs in one of the texts.
    private static func occur(
        _ phrases: [String],
        in columns: [String],
        _ parameters: inout StatementParameters
    ) -> String {
        guard columns.count > 1 else {
            return "\(columns[0]) LIKE ALL (\(parameters.add(phrases.map(pattern)))::text[])"
        }
        return phrases.map { phrase in
            let pattern = parameters.add(pattern(phrase))
            return "(\(columns.map { "\($0) LIKE \(pattern)" }.joined(separator: " OR ")))"
        }.joined(separator: " AND ")
    }

    /// Returns the condition for the keywords, for a row that wasn't found by ``keyQuery``.
    func factCondition(_ parameters: inout StatementParameters) -> String? {
        let others = keywords.map { "s.keywords && \(parameters.add($0))::text[]" }
        let places = place.map { word in
            let alternatives = word.alternatives.map { phrases in
                phrases.flatMap(Self.placeKeywords).map { beginning in
                    let pattern = parameters.add(String(Self.pattern(beginning).dropFirst()))
                    return "EXISTS (SELECT FROM unnest(s.keywords) AS keyword WHERE keyword LIKE \(pattern))"
                }.joined(separator: " AND ")
            }
            return "(\(alternatives.joined(separator: " OR ")))"
        }
        let all = others + places
        return all.isEmpty ? nil : all.joined(separator: " AND ")
    }

    // MARK: Query

    /// Returns the keys of a part of a text: every three adjacent characters, or the beginning of a key.
    private static func keys(of phrase: String) -> [String] {
        let scalars = Array(phrase.unicodeScalars)
        guard scalars.count >= keyLength else { return [quoted(phrase) + ":*"] }
        return (0...(scalars.count - keyLength)).map { start in
            quoted(String(String.UnicodeScalarView(scalars[start..<(start + keyLength)])))
        }
    }

    /// Returns the keys of a part of a place.
    private static func placeKeys(of phrase: String) -> [String] {
        placeKeywords(of: phrase).map { quoted("\t" + $0) + ":*" }
    }

    /// Returns the beginnings of keywords that a product has if a part of its place is this one.
    private static func placeKeywords(of phrase: String) -> [String] {
        let scalars = Array(phrase.unicodeScalars)
        return (0...max(0, scalars.count - SearchEntry.placeLength)).map { start in
            SearchEntry.keyword(ofPlace: scalars[start...].prefix(SearchEntry.placeLength))
        }
    }

    private static func all(_ queries: [String]) -> String { queries.joined(separator: " & ") }

    private static func any(_ queries: [String]) -> String { "(\(queries.map { "(\($0))" }.joined(separator: " | ")))" }

    /// Quotes a key. It works on scalars, because a quote followed by a combining mark is a different character.
    private static func quoted(_ key: String) -> String {
        var quoted = "'\(block)".unicodeScalars
        for scalar in key.unicodeScalars {
            if scalar == "'" || scalar == "\\" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("'")
        return String(quoted)
    }

    private static func pattern(_ phrase: String) -> String {
        var pattern = "%".unicodeScalars
        for scalar in phrase.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern.append("\\") }
            pattern.append(scalar)
        }
        pattern.append("%")
        return String(pattern)
    }
}
