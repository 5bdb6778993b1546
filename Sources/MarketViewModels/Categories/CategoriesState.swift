public import MarketClient

/// The states of the categories of the market.
public enum CategoriesState: Hashable, Sendable {
    /// Nothing has been loaded yet.
    case idle
    /// They are being loaded for the first time.
    case loading
    /// The categories, in the operator's order. The market may have none.
    case loaded([CategoryChoice])
    /// They couldn't be loaded.
    case failed(MarketClientError)
}
