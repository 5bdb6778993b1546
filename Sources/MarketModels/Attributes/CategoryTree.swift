/// The categories of a market, at most two levels deep, in the operator's order.
public struct CategoryTree: Hashable, Sendable {
    /// No categories.
    public static let empty = CategoryTree([])

    /// All categories that aren't removed, each top level directly before its second level.
    public let categories: [Category]
    /// The categories of the top level.
    public let roots: [Category]
    /// All categories by their identifier, also removed ones.
    private let byID: [Category.ID: Category]
    private let bySlug: [String: Category]
    // Lists ask for these of every category. Found anew each time, they would cost the square of their number.
    private let childrenByID: [Category.ID: [Category]]
    private let membersByID: [Category.ID: [Category.ID]]

    /// Creates a tree.
    ///
    /// - Parameter categories: All categories, also removed ones, each level in its order.
    public init(_ categories: [Category]) {
        let byID = Dictionary(categories.map { ($0.id, $0) }) { first, _ in first }
        self.byID = byID
        bySlug = Dictionary(categories.map { ($0.slug, $0) }) { first, _ in first }
        let present = categories.filter { !$0.isRemoved }
        func isTop(_ category: Category) -> Bool { category.parent.flatMap { byID[$0] }?.isRemoved ?? true }
        let below = Dictionary(grouping: present.filter { !isTop($0) }) { $0.parent }
        let shown = present.filter(isTop).flatMap { top in [top] + below[top.id, default: []] }
        self.categories = shown
        roots = shown.filter { Self.parent(of: $0, in: byID) == nil }
        childrenByID = shown.reduce(into: [:]) { children, category in
            guard let parent = Self.parent(of: category, in: byID), parent.id != category.id else { return }
            children[parent.id, default: []].append(category)
        }
        membersByID = byID.values.sorted { $0.id < $1.id }.reduce(into: [:]) { members, one in
            guard let here = Self.resolved(one, in: byID) else { return }
            for category in Set([here.id, Self.parent(of: here, in: byID)?.id].compactMap(\.self)) {
                members[category, default: []].append(one.id)
            }
        }
    }

    /// Returns the second level of a category.
    public func children(of category: Category) -> [Category] { childrenByID[category.id, default: []] }

    /// Returns the category that contains another one, or nil at the top level.
    public func parent(of category: Category) -> Category? { Self.parent(of: category, in: byID) }

    private static func parent(of category: Category, in byID: [Category.ID: Category]) -> Category? {
        category.parent.flatMap { byID[$0] }.flatMap { resolved($0, in: byID) }
    }

    /// Returns the category with a name in addresses, or nil if there is none or it was removed.
    public func category(_ slug: String) -> Category? { bySlug[slug].flatMap { $0.isRemoved ? nil : $0 } }

    /// Returns what has become of a removed category: its parent, or nothing. Nil if no such category was removed.
    public func successor(ofRemoved slug: String) -> Category?? {
        guard let removed = bySlug[slug], removed.isRemoved else { return nil }
        return .some(Self.resolved(removed, in: byID))
    }

    /// Returns the category with a name in addresses or, if it was removed, the one to which its products belong.
    public func current(_ slug: String) -> Category? { bySlug[slug].flatMap { Self.resolved($0, in: byID) } }

    /// Returns how many products a category has, with those in it.
    ///
    /// - Parameter counts: The numbers of products of exactly each category.
    public func total(of category: Category, in counts: [Category.ID: Int]) -> Int {
        members(of: category).reduce(0) { $0 + counts[$1, default: 0] }
    }

    /// Returns the categories whose products belong to a category: itself, those in it, and removed ones.
    public func members(of category: Category) -> [Category.ID] { membersByID[category.id, default: []] }

    /// Returns the names in addresses of categories, also of removed ones, ordered by identifier.
    public func slugs(of ids: Set<Category.ID>) -> [String] { ids.sorted().compactMap { byID[$0]?.slug } }

    private static func resolved(_ category: Category, in byID: [Category.ID: Category]) -> Category? {
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
