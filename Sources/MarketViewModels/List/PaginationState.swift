public import MarketClient

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

    /// Whether the next page is being loaded.
    public var isLoading: Bool {
        guard case .loading = self else { return false }
        return true
    }
}
