public import MarketModels

/// The beginning and the end of a store's use.
public protocol StoreLifecycle: Sendable {
    /// Checks that the store responds.
    ///
    /// - Throws: an error when it doesn't.
    func check() async throws(MarketError)

    /// Returns what keeps this process from answering requests with the store, within about a second.
    func readiness() async -> StoreReadiness

    /// The connections to the store's server, and how much they have to do; nil for a store without a server.
    var load: StoreLoad? { get }

    /// Returns how much the database takes; nil if that isn't known.
    func storedSize() async throws(MarketError) -> StoredSize?

    /// Finishes pending operations and closes the files. The store must not be used afterwards.
    func close() async throws(MarketError)
}

/// What keeps a process from answering requests with its store. Reasons are for logs.
public struct StoreReadiness: Hashable, Sendable {
    /// The reason why nothing can be written; nil if it can.
    public let writeFailure: String?
    /// The reason why the database isn't the one that this process has opened; nil if it is.
    public let schemaFailure: String?
    /// How old what this process knows of other processes' changes is. Zero for a store without other writers.
    public let lag: Duration

    public init(writeFailure: String? = nil, schemaFailure: String? = nil, lag: Duration = .zero) {
        self.writeFailure = writeFailure
        self.schemaFailure = schemaFailure
        self.lag = lag
    }
}

/// What a store with a server has to do, for metrics.
public struct StoreLoad: Hashable, Sendable {
    /// A bounded pool of connections.
    public struct Pool: Hashable, Sendable {
        public let name: String
        /// The maximum number of connections.
        public let limit: Int
        /// The connections that are being used, or opened to be used.
        public let usedCount: Int
        public let idleCount: Int
        /// The operations that wait for a connection.
        public let waitingCount: Int
        /// The connections that were opened since the start.
        public let openedCount: Int
        /// Those that were lost, and connections that couldn't be opened.
        public let brokenCount: Int

        public init(
            name: String,
            limit: Int,
            usedCount: Int,
            idleCount: Int,
            waitingCount: Int,
            openedCount: Int,
            brokenCount: Int
        ) {
            self.name = name
            self.limit = limit
            self.usedCount = usedCount
            self.idleCount = idleCount
            self.waitingCount = waitingCount
            self.openedCount = openedCount
            self.brokenCount = brokenCount
        }
    }

    public let pools: [Pool]
    /// How old what this process knows of other processes' changes is.
    public let lag: Duration

    public init(pools: [Pool], lag: Duration) {
        self.pools = pools
        self.lag = lag
    }
}

extension StoreLifecycle {
    public var load: StoreLoad? { nil }
    public func storedSize() async throws(MarketError) -> StoredSize? { nil }
}
