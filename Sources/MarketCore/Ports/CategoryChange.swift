public import MarketModels

/// A change of a market's categories by its operator, after ``EditCategories`` has checked it.
public enum CategoryChange: Hashable, Sendable {
    /// Adds a category at the end of a level, or brings a removed one back.
    case add(slug: String, koreanName: String, englishName: String, parent: Category.ID?)
    case rename(Category.ID, koreanName: String, englishName: String)
    /// Moves a category to the end of another level.
    case move(Category.ID, parent: Category.ID?)
    /// Removes a category. Its products belong to its parent from then on, or to none, and its second level moves to
    /// the top.
    case remove(Category.ID)
}
