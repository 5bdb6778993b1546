import MarketModels

/// The sections of a list, from top to bottom.
enum ListSection: Hashable, Sendable {
    case notice
    case products
    case end
}

/// What the cells of a list stand for.
enum ListItem: Hashable, Sendable {
    /// A sentence about the list as a whole: another text was searched, or a refresh failed.
    case notice
    case product(Product.ID)
    /// Room for a product that is being loaded.
    case placeholder(Int)
    /// The end of the list, or a page that failed to load.
    case end
}
