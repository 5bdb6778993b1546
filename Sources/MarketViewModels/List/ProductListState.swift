public import MarketClient

/// What the screen of a list shows.
public enum ProductListState: Hashable, Sendable {
    /// Nothing was asked for yet.
    case idle
    /// The first page is on its way: placeholders.
    case loading
    case loaded(ProductListContent, ListRefresh)
    case empty(EmptyList, ListRefresh)
    /// The first page didn't come. What was chosen stays chosen, so that trying again loses nothing.
    case failed(MarketClientError)
}
