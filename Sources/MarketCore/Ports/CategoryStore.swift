public import MarketModels

/// The categories of the market.
public protocol CategoryStore: Sendable {
    /// The categories of the market. Reading them does no I/O. A change of them raises the revision, and is known before it:
    /// whoever reads the revision first gets no older categories.
    var categories: CategoryTree { get }

    /// A revision not before the newest change of the categories, or 0 if this process knows of none. It is known before that
    /// revision. What was read earlier may show the categories of before.
    var categoryRevision: Revision { get }

    /// Returns the numbers of products of exactly each category that lists show. Categories without any are missing, and
    /// removed ones are counted under their own identifier.
    func categoryCounts() async throws(MarketError) -> [Category.ID: Int]

    /// Stores a change of the categories.
    func changeCategories(_ change: CategoryChange) async throws(MarketError)

    /// Makes the categories those of the operator's settings, in their order, and remembers that they are. Those that
    /// the settings leave out are removed as by ``CategoryChange/remove(_:)``.
    ///
    /// - Parameter definitions: each top level directly before its second level, each name in addresses once; nil if the
    ///   settings define no categories. Then these stay as they are.
    func setCategories(_ definitions: [CategoryDefinition]?) async throws(MarketError)

    /// Returns whether the operator's settings define the categories.
    func areCategoriesFixed() async throws(MarketError) -> Bool
}
