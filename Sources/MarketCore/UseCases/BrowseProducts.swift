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

    /// Returns a page of a vendor's products, newest first: those that everybody sees, and hidden and expired ones for which
    /// the browser of the proof holds the right.
    ///
    /// - Parameters:
    ///   - proof: proof of rights for products of this vendor; nil if there is none.
    ///   - state: the only state of the products on the page, or nil for all states.
    ///   - page: the page number, from 1.
    ///   - size: the maximum number of products on the page.
    public func ownProducts(
        of vendor: Vendor.ID,
        provenBy proof: VendorProof?,
        in state: OwnProduct.State?,
        page: Int,
        size: Int
    ) async throws(MarketError) -> OwnProducts {
        try await store.ownProducts(of: vendor, provenBy: proof, in: state, page: page, size: size)
    }

    /// Returns the newest products of other vendors for which a browser holds the right, because somebody has entered their
    /// passwords there.
    public func heldProducts(
        of proof: BrowserProof,
        butOf vendor: Vendor.ID?
    ) async throws(MarketError) -> [OwnProduct] {
        try await store.heldProducts(of: proof, butOf: vendor, limit: 30)
    }

    /// Returns a vendor, or nil if there is none with this id.
    public func vendor(_ id: Vendor.ID) async throws(MarketError) -> Vendor? {
        try await store.vendor(id)
    }

    /// Returns a vendor, or nil if there is none with this identifier.
    public func vendor(identifiedBy identifier: VendorIdentifier) async throws(MarketError) -> Vendor? {
        try await store.vendor(identifiedBy: identifier)
    }

    /// Returns the numbers of products of exactly each category that lists show.
    public func categoryCounts() async throws(MarketError) -> [Category.ID: Int] {
        try await store.categoryCounts()
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

    /// Returns the places of most products that lists show.
    public func placeCounts(limit: Int) async throws(MarketError) -> [PlaceCount] {
        try await store.placeCounts(limit: limit)
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
