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

/// The state of paging at the end of a list. The strings are the cursors of the next page.
public enum PaginationState: Hashable, Sendable {
    /// There is another page, which has not been requested.
    case more(after: String)
    /// The next page is being loaded: show placeholders of the same size.
    case loading(after: String)
    /// The next page failed to load and can be requested again.
    case failed(MarketClientError, after: String)
    /// All products are loaded.
    case end

    init(cursor: String?) {
        self = cursor.map { .more(after: $0) } ?? .end
    }
}

/// The reasons why a list is empty.
public enum EmptyList: Hashable, Sendable {
    /// Nothing is for sale yet.
    case market
    /// No product matches this search.
    case search(String)
    /// No product matches the filter.
    case filter
    /// The seller has no products for sale.
    case seller

    init(_ filter: ProductFilter) {
        if !filter.search.isEmpty {
            self = .search(filter.search)
        } else if filter.count > 0 {
            self = .filter
        } else {
            self = filter.vendor == nil ? .market : .seller
        }
    }
}
