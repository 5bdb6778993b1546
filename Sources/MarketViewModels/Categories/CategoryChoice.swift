import MarketAPI
import MarketTexts

/// A category as a screen shows it.
public struct CategoryChoice: Hashable, Sendable, Identifiable {
    /// The name in addresses, as ``ProductFilter/attributes`` have it.
    public let slug: String
    /// The name in the language of the app.
    public let name: String
    /// The name after that of the category that contains this one, `Electronics › Cameras`; at the top level the name.
    public let path: String
    /// The number of products that lists show in this category and in those in it.
    public let count: Int

    /// The ``slug``.
    public var id: String { slug }

    init(_ category: ListedCategory, in parent: ListedCategory?, language: Language) {
        slug = category.slug
        name = category.name(in: language)
        path = [parent, category].compactMap { $0?.name(in: language) }.joined(separator: " › ")
        count = category.count
    }
}

extension ListedCategory {
    fileprivate func name(in language: Language) -> String {
        switch language {
        case .korean: koreanName
        case .english: englishName
        }
    }
}

extension [CategoryChoice] {
    init(_ categories: [ListedCategory], language: Language) {
        let bySlug = Dictionary(categories.map { ($0.slug, $0) }) { first, _ in first }
        self = categories.map { category in
            CategoryChoice(category, in: category.parent.flatMap { bySlug[$0] }, language: language)
        }
    }
}
