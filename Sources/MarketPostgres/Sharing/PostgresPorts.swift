public import MarketCore
internal import MarketModels

/// What the nodes of a market in PostgreSQL share. All of it is in the database, so that it doesn't matter which
/// process a client reaches.
public struct PostgresPorts: SharedPorts {
    private let state: SharedState

    /// - Parameter clock: the clock of tests. The server's clock counts otherwise, because the processes' clocks differ.
    public init(store: PostgresProductStore, clock: (any MonotonicClock)? = nil) {
        state = SharedState(store: store, clock: clock)
    }

    public var buckets: any TokenBuckets { PostgresTokenBuckets(state: state) }

    public var requestsInFlight: any RequestsInFlight { PostgresRequestsInFlight(state: state) }

    public var jobs: any OnceOnlyJobs { PostgresJobs(state: state) }

    public var imageClaims: any ImageClaims { PostgresImageClaims(state: state) }

    public var drafts: any DraftTable { PostgresDrafts(state: state) }

    public func identityLinks(_ limits: SharedLimit) -> any IdentityLinkStore {
        PostgresIdentityLinks(state: state, limits: limits)
    }
}

/// Access to what the processes share.
struct SharedState: Sendable {
    let store: PostgresProductStore
    /// Tells the processes apart.
    let process = String(UInt64.random(in: 0...(.max)), radix: 36)
    private let clock: (any MonotonicClock)?

    init(store: PostgresProductStore, clock: (any MonotonicClock)?) {
        self.store = store
        self.clock = clock
    }

    /// The time that tests set, in milliseconds; nil for the server's.
    var moment: Int64? { clock?.elapsed.inMilliseconds }

    /// Runs one statement that takes back what an earlier one has said, also when the task was cancelled: a client that has
    /// left comes back with the same request.
    func conclude<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(MarketError) -> Value {
        // A task of its own, which isn't cancelled with this one.
        let result = await Task { () -> Result<Value, MarketError> in
            do throws(MarketError) { return .success(try await perform(body)) } catch { return .failure(error) }
        }.value
        return try result.get()
    }

    /// Runs one statement, and isn't interrupted, because what it has changed must be known.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(MarketError) -> Value {
        guard store.mirror.isLogReachable else { throw .unreachable(reason: "the log of changes can't be read") }
        do {
            let reachLimit = ReachLimit(store.mirror, store.settings.readTimeout)
            return try await store.pool.withConnection(isCancellable: false, reachLimit: reachLimit) { connection in
                // Behind a pooler, a single statement is as isolated as the role's default says.
                try connection.repeating { try body(connection) }
            }
        } catch {
            throw store.failure(error)
        }
    }
}
