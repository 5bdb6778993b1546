public import MarketModels

/// Shows lists.
public struct BrowseProducts: Sendable {
    /// Three of what may take long are read at once, two of them for one address at most: whoever asks for more waits for
    /// themselves. A read takes three seconds at most, so a place in the line is had within a minute, and mostly at once.
    public static let limits = FairQueue<ClientAddress>.Limits(
        concurrency: 3,
        concurrencyPerKey: 2,
        waitingPerKey: 16,
        waiting: 64
    )

    private let store: any ProductStore
    private let queue: FairQueue<ClientAddress>

    public init(store: any ProductStore, limits: FairQueue<ClientAddress>.Limits = Self.limits) {
        self.store = store
        queue = FairQueue(limits: limits)
    }

    /// How many lists that may take long are being read, and wait.
    public var load: FairQueue<ClientAddress>.Load { queue.load }

    /// Lists that may take long are read in turns, by address; others at once.
    ///
    /// - Parameter client: for whom it is read.
    /// - Throws: ``MarketError/busy`` when as many of this client's lists wait as may, ``MarketError/interrupted`` when the
    ///   task was cancelled, or what the store throws.
    public func callAsFunction(
        _ query: ProductQuery,
        for client: ClientAddress = .unknown
    ) async throws(MarketError) -> ProductPage {
        guard query.longRead != nil else { return try await read(query) }
        let outcome: Result<ProductPage, MarketError>
        do throws(FairQueueError) {
            outcome = try await queue.result(for: client) { () throws(MarketError) in try await read(query) }
        } catch {
            switch error {
            case .busy: throw .busy
            case .cancelled: throw .interrupted
            }
        }
        do throws(MarketError) {
            return try outcome.get()
        } catch {
            throw Task.isCancelled ? .interrupted : error
        }
    }

    private func read(_ query: ProductQuery) async throws(MarketError) -> ProductPage {
        try await asking { () throws(StoreError) in try await store.page(query) }
    }
}
