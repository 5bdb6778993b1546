public import MarketModels

/// A category as the operator's settings define it.
public struct CategoryDefinition: Hashable, Sendable {
    /// The name in addresses, as ``Category/slug``.
    public let slug: String
    public let koreanName: String
    public let englishName: String
    /// The name in addresses of the category that contains this one, or nil at the top level.
    public let parent: String?

    /// Creates a definition without checking it.
    public init(slug: String, koreanName: String, englishName: String, parent: String? = nil) {
        self.slug = slug
        self.koreanName = koreanName
        self.englishName = englishName
        self.parent = parent
    }
}

extension CategoryTree {
    /// The definitions that lead to this tree, each top level directly before its second level.
    public var definitions: [CategoryDefinition] {
        categories.map { category in
            CategoryDefinition(
                slug: category.slug,
                koreanName: category.koreanName,
                englishName: category.englishName,
                parent: parent(of: category)?.slug
            )
        }
    }
}
