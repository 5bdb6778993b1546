/// The categories of a market, at most two levels deep, in the operator's order.
public struct CategoryTree: Hashable, Sendable {
    /// No categories.
    public static let empty = CategoryTree([])

    /// All categories that aren't removed, each top level directly before its second level.
    public let categories: [Category]
    /// All categories by their identifier, also removed ones.
    private let byID: [Category.ID: Category]
    private let bySlug: [String: Category]

    /// Creates a tree.
    ///
    /// - Parameter categories: All categories, also removed ones, each level in its order.
    public init(_ categories: [Category]) {
        let byID = Dictionary(categories.map { ($0.id, $0) }) { first, _ in first }
        self.byID = byID
        bySlug = Dictionary(categories.map { ($0.slug, $0) }) { first, _ in first }
        let present = categories.filter { !$0.isRemoved }
        func isTop(_ category: Category) -> Bool { category.parent.flatMap { byID[$0] }?.isRemoved ?? true }
        self.categories = present.filter(isTop).flatMap { top in
            [top] + present.filter { !isTop($0) && $0.parent == top.id }
        }
    }

    /// The categories of the top level.
    public var roots: [Category] { categories.filter { parent(of: $0) == nil } }

    /// Returns the second level of a category.
    public func children(of category: Category) -> [Category] {
        categories.filter { $0.id != category.id && parent(of: $0)?.id == category.id }
    }

    /// Returns the category that contains another one, or nil at the top level.
    public func parent(of category: Category) -> Category? {
        category.parent.flatMap { byID[$0] }.flatMap { resolved($0) }
    }

    /// Returns the category with a name in addresses, or nil if there is none or it was removed.
    public func category(_ slug: String) -> Category? { bySlug[slug].flatMap { $0.isRemoved ? nil : $0 } }

    /// Returns what has become of a removed category: its parent, or nothing. Nil if no such category was removed.
    public func successor(ofRemoved slug: String) -> Category?? {
        guard let removed = bySlug[slug], removed.isRemoved else { return nil }
        return .some(resolved(removed))
    }

    /// Returns the category with a name in addresses or, if it was removed, the one to which its products belong.
    public func current(_ slug: String) -> Category? { bySlug[slug].flatMap { resolved($0) } }

    /// Returns how many products a category has, with those in it.
    ///
    /// - Parameter counts: The numbers of products of exactly each category.
    public func total(of category: Category, in counts: [Category.ID: Int]) -> Int {
        members(of: category).reduce(0) { $0 + counts[$1, default: 0] }
    }

    /// Returns the categories whose products belong to a category: itself, those in it, and removed ones.
    public func members(of category: Category) -> [Category.ID] {
        byID.values.filter { one in
            guard let here = resolved(one) else { return false }
            return here.id == category.id || parent(of: here)?.id == category.id
        }.map(\.id).sorted()
    }

    /// Returns the names in addresses of categories, also of removed ones, ordered by identifier.
    public func slugs(of ids: Set<Category.ID>) -> [String] { ids.sorted().compactMap { byID[$0]?.slug } }

    private func resolved(_ category: Category) -> Category? {
        var category = category
        // Two levels, and one more for a category that was moved under a removed one.
        for _ in 0..<3 {
            guard category.isRemoved else { return category }
            guard let parent = category.parent.flatMap({ byID[$0] }) else { return nil }
            category = parent
        }
        return nil
    }
}
