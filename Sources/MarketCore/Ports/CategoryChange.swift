public import MarketModels

/// A change of a market's categories by its operator, after ``EditCategories`` has checked it.
public enum CategoryChange: Hashable, Sendable {
    /// Adds a category at the end of a level, or brings a removed one back.
    case add(slug: String, names: [Language: String], parent: Category.ID?)
    case rename(Category.ID, names: [Language: String])
    /// Moves a category to the end of another level.
    case move(Category.ID, parent: Category.ID?)
    /// Removes a category. Its products belong to its parent from then on, or to none, and its second level moves to
    /// the top.
    case remove(Category.ID)
}

/// A category as the operator's settings define it.
public struct CategoryDefinition: Hashable, Sendable {
    /// The name in addresses, as ``Category/slug``.
    public let slug: String
    /// The names that people see, as ``Category/names``.
    public let names: [Language: String]
    /// The name in addresses of the category that contains this one, or nil at the top level.
    public let parent: String?

    /// Creates a definition without checking it.
    public init(slug: String, names: [Language: String], parent: String? = nil) {
        self.slug = slug
        self.names = names
        self.parent = parent
    }
}

extension CategoryTree {
    /// The definitions that lead to this tree, each top level directly before its second level.
    public var definitions: [CategoryDefinition] {
        categories.map { category in
            CategoryDefinition(slug: category.slug, names: category.names, parent: parent(of: category)?.slug)
        }
    }
}
