public import MarketModels

/// The use case of reading a page of a list of products.
public struct BrowseProducts: Sendable {
    /// The limits of reads that may take long: three at once, at most two of them per address. A read takes three
    /// seconds at most, so a waiting read starts within a minute, and usually immediately.
    public static let limits = FairQueue.Limits(
        concurrency: 3,
        concurrencyPerKey: 2,
        waitingPerKey: 16,
        waiting: 64
    )

    let store: any ProductStore
    private let queue = FairQueue(limits: Self.limits)

    /// The numbers of reads that may take long and are running or waiting.
    public var load: FairQueue.Load { queue.load }

    /// Reads a page of a list. Reads that may take long are scheduled fairly among addresses; others run immediately.
    ///
    /// - Parameter client: the client that the read is attributed to.
    /// - Throws: ``MarketError/busy`` when the queue of this client is full, ``MarketError/interrupted`` when the task
    ///   was cancelled, or an error of the store.
    public func callAsFunction(
        _ query: ProductQuery,
        for client: ClientAddress
    ) async throws(MarketError) -> ProductPage {
        guard query.longRead != nil else { return try await store.page(query) }
        return try await inTurn(of: client) { () throws(MarketError) in try await store.page(query) }
    }

    /// Returns a page of a list that needs no turn and that the store can read without waiting; nil otherwise.
    public func withoutWaiting(_ query: ProductQuery) -> ProductPage? {
        query.longRead == nil ? store.pageWithoutWaiting(query) : nil
    }

    private func inTurn<Value: Sendable>(
        of client: ClientAddress,
        _ read: @Sendable () async throws(MarketError) -> Value
    ) async throws(MarketError) -> Value {
        do {
            return try await queue.inTurn(of: client, read)
        } catch {
            throw Task.isCancelled ? .interrupted : error
        }
    }

    /// Returns the numbers of products of exactly each category in a list that is searched or filtered, or nil if they are too
    /// many to count.
    public func categoryCounts(
        of query: ProductQuery,
        for client: ClientAddress
    ) async throws(MarketError) -> [Category.ID: Int]? {
        try await inTurn(of: client) { () throws(MarketError) in
            try await store.categoryCounts(of: query)
        }
    }
}

/// A kind of read that may take long. It is written to logs, which never contain search terms.
public enum LongRead: String, Sendable {
    case search
    case searchByPrice = "search by price"
    case listByPrice = "list by price"
    case listByBump = "list by move to the top"
    case listInStock = "list of what is in stock"
    case filteredList = "filtered list"
    case longPage = "long page"
}

extension ProductQuery {
    /// The kind of read if it may take more than a few hundred microseconds, or nil for an ordinary page.
    public var longRead: LongRead? {
        if search != nil { return order.isByPrice ? .searchByPrice : .search }
        if !filter.isEmpty { return .filteredList }
        switch order {
        case .cheapest, .mostExpensive: return .listByPrice
        case .bumped: return .listByBump
        case .newest, .oldest:
            if isInStock { return .listInStock }
            return size > (includesDescriptions || includesImages ? 50 : 200) ? .longPage : nil
        }
    }
}
