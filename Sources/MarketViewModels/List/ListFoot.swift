public import MarketClient

/// What is below the last product of a list. Cursors say where the list goes on.
public enum ListFoot: Hashable, Sendable {
    /// There is more, which nobody has asked for yet.
    case more(after: String)
    /// The next page is on its way: placeholders of the same size.
    case loading(after: String)
    /// The next page didn't come: it can be asked for again in place.
    case failed(MarketClientError, after: String)
    case end

    init(cursor: String?) {
        self = cursor.map { .more(after: $0) } ?? .end
    }

    public var isLoading: Bool {
        guard case .loading = self else { return false }
        return true
    }
}
