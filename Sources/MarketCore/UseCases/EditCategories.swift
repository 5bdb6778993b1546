public import MarketModels

/// The use case of changing the categories, for the operator.
public struct EditCategories: Sendable {
    /// The reasons why a change of the categories is refused.
    public enum Problem: Error, Hashable, Sendable {
        /// The name in addresses must be 1 to 40 lower-case letters, digits and hyphens.
        case unusableSlug(String)
        /// A name must be 1 to 40 characters.
        case unusableName(String)
        /// There is no such category.
        case unknown(String)
        /// There is such a category already.
        case exists(String)
        /// The tree would have more than two levels.
        case tooDeep
        /// The operator's settings define the categories.
        case definedBySettings
    }

    let store: any ProductStore

    /// The categories and the numbers of products of exactly each of them.
    public func all() async throws(MarketError) -> (tree: CategoryTree, counts: [Category.ID: Int]) {
        let counts = try await store.categoryCounts()
        return (store.categories, counts)
    }

    /// Adds a category, or brings a removed one back.
    ///
    /// - Parameters:
    ///   - names: one in each language.
    ///   - parent: the name in addresses of the category that contains the new one, or nil for the top level.
    public func add(_ slug: String, names: [Language: String], in parent: String?) async throws {
        try await refuseFixedCategories()
        guard Category.isSlug(slug) else { throw Problem.unusableSlug(slug) }
        guard store.categories.category(slug) == nil else { throw Problem.exists(slug) }
        let parent = try parent.map(topLevel)
        try await store.changeCategories(.add(slug: slug, names: try checked(names), parent: parent?.id))
    }

    /// Changes the given ones of the names that people see. The name in addresses stays.
    public func rename(_ slug: String, names: [Language: String]) async throws {
        try await refuseFixedCategories()
        let category = try existing(slug)
        try await store.changeCategories(.rename(category.id, names: try checked(category.names.merging(names) { $1 })))
    }

    /// Moves a category to the end of another level.
    ///
    /// - Parameter parent: as in ``add(_:names:in:)``.
    public func move(_ slug: String, to parent: String?) async throws {
        try await refuseFixedCategories()
        let category = try existing(slug)
        let parent = try parent.map(topLevel)
        guard parent == nil || parent?.id != category.id && store.categories.children(of: category).isEmpty else {
            throw Problem.tooDeep
        }
        try await store.changeCategories(.move(category.id, parent: parent?.id))
    }

    /// Removes a category. Its products belong to its parent from then on, or to none.
    public func remove(_ slug: String) async throws {
        try await refuseFixedCategories()
        try await store.changeCategories(.remove(try existing(slug).id))
    }

    private func refuseFixedCategories() async throws {
        let areFixed = try await store.areCategoriesFixed()
        if areFixed { throw Problem.definedBySettings }
    }

    private func existing(_ slug: String) throws(Problem) -> Category {
        guard let category = store.categories.category(slug) else { throw .unknown(slug) }
        return category
    }

    private func topLevel(_ slug: String) throws(Problem) -> Category {
        let category = try existing(slug)
        guard store.categories.parent(of: category) == nil else { throw .tooDeep }
        return category
    }

    /// Returns the names as they are stored, one in each language.
    private func checked(_ given: [Language: String]) throws(Problem) -> [Language: String] {
        var names: [Language: String] = [:]
        for language in Language.allCases {
            let name = given[language] ?? ""
            guard let words = ListingRules.categoryName(from: name) else { throw .unusableName(name) }
            names[language] = words
        }
        return names
    }
}

extension EditCategories.Problem: CustomStringConvertible {
    /// A sentence for the operator.
    public var description: String {
        let maximum = ListingAttributes.maximumCategoryLength
        return switch self {
        case .unusableSlug(let slug):
            "'\(slug)' can't be in an address. Use up to \(maximum) lower-case letters, digits and hyphens."
        case .unusableName(let name): "'\(name)' isn't a usable name. Use 1 to \(maximum) characters."
        case .unknown(let slug): "There's no category \(slug)."
        case .exists(let slug): "There's a category \(slug) already."
        case .tooDeep: "Categories have at most two levels."
        case .definedBySettings:
            "This market's settings define its categories. Change 'categories' there, and start the server again."
        }
    }
}
