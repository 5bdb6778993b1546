public import MarketClient

/// The state of a product list.
public enum ProductListState: Hashable, Sendable {
    /// Nothing has been requested.
    case idle
    /// The first page is being loaded: show placeholders.
    case loading
    /// The list is loaded and not empty.
    case loaded(ProductListContent, ListRefresh)
    /// The list is loaded and empty.
    case empty(EmptyList, ListRefresh)
    /// The first page failed to load. The selected filter is kept for the next attempt.
    case failed(MarketClientError)
}

/// The state of refreshing a list.
public enum ListRefresh: Hashable, Sendable {
    /// No refresh is in flight.
    case none
    /// A refresh is in flight.
    case inFlight
    /// The refresh failed; the previous content is still shown.
    case failed(MarketClientError)
}
