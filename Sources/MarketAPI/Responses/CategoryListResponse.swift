public import MarketModels

/// The categories of a market, as the main port sends them (API-295).
public struct CategoryListResponse: Hashable, Sendable {
    /// All categories, each top level directly before its second level.
    public let categories: [ListedCategory]
    /// The currencies of new listings that this version knows, the default of forms first (API-442). Markets before 1.0.0 may
    /// send none.
    public let currencies: [Currency]

    public init(categories: [ListedCategory], currencies: [Currency] = []) {
        self.categories = categories
        self.currencies = currencies
    }
}

extension CategoryListResponse: Decodable {
    private enum Key: String, CodingKey {
        case categories, currencies
    }

    /// Decodes a response.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let codes = try values.decodeIfPresent([String].self, forKey: .currencies) ?? []
        self.init(
            categories: try values.decode([ListedCategory].self, forKey: .categories),
            currencies: codes.compactMap { Currency(rawValue: $0) }
        )
    }
}

/// A category of a market, with the number of its products.
public struct ListedCategory: Hashable, Sendable, Identifiable {
    /// The name in addresses and on the wire, unique in its market, as ``DetailedProduct`` has it.
    public let slug: String
    /// The ``slug`` of the category that contains this one, or nil at the top level.
    public let parent: String?
    /// The names that people see. An older market lacks those in languages that came later.
    public let names: [Language: String]
    /// The number of products that lists show in this category and in those in it.
    public let count: Int

    /// The ``slug``.
    public var id: String { slug }

    /// Returns the name in a language, or in another one that has it.
    public func name(in language: Language) -> String { names.text(in: language) ?? slug }

    /// Creates a category with the given values.
    public init(slug: String, parent: String? = nil, names: [Language: String], count: Int) {
        self.slug = slug
        self.parent = parent
        self.names = names
        self.count = count
    }
}

extension ListedCategory: Decodable {
    private enum Key: String, CodingKey {
        case slug, parent, count
    }

    /// Decodes a category.
    public init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: Key.self)
        let texts = try decoder.container(keyedBy: NamedKey.self)
        var names: [Language: String] = [:]
        for language in Language.allCases { names[language] = try texts.optional(NamedKey(language.categoryNameKey)) }
        guard !names.isEmpty else { throw reader.problem(.slug, "a category without a name") }
        self.init(
            slug: try reader.value(.slug),
            parent: try reader.optional(.parent),
            names: names,
            count: try reader.value(.count)
        )
    }
}

extension Language {
    /// The key of a category's name in this language: `name_ko`.
    var categoryNameKey: String { "name_\(rawValue)" }
}
