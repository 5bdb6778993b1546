import CoreMetrics
import Logging
import MarketCore
import NIOCore
import Synchronization

/// The table of open connections by client, which keeps one client from using up all connections.
///
/// A connection can give way while the server waits for its client: for a request, for the rest of a body, or until a
/// response is read. When a client has reached its limit, a further connection replaces the one of the same client that
/// has been silent longest; if none can give way, the new connection is refused. When the total limit is reached, the
/// network with the most connections loses those that have been silent longest. If no connection can give way,
/// accepting pauses.
///
/// A connection of a trusted proxy counts for the client of the request in flight, with the same limit, and for nobody
/// between requests.
///
/// The limits are about the file descriptors of one process. Several servers have one table each.
final class ConnectionTable: Sendable {
    fileprivate struct State {
        var connections: [ClientAddress: [ObjectIdentifier: OpenConnection]] = [:]
        /// The connections of trusted proxies without a request in flight.
        var exempt: [ObjectIdentifier: OpenConnection] = [:]
        /// The clients of requests in flight on connections of trusted proxies.
        var forwardedClients: [ObjectIdentifier: ClientAddress] = [:]
        var count = 0
        /// When a connection that is closed now last worked.
        var lastWorkOfClosed = NIODeadline.uptimeNanoseconds(0)
        var tally = ShareTally()
        var capacity: Int
        /// Connections that were evicted to make room and aren't closed yet, at most ``evictedAtOnce``.
        var leaving: [OpenConnection] = []
        /// When to search again for connections that can give way after a search found none.
        var nextSearch = NIODeadline.uptimeNanoseconds(0)
        var stoppedAt: NIODeadline?
        var isCleaningUp = false
        /// When the system last ran out of file descriptors; nil once the shortage is over.
        var shortAt: NIODeadline?
    }

    /// The time until the next search for connections that can give way after a search found none.
    private static let searchInterval = TimeAmount.milliseconds(100)
    /// The maximum number of connections to evict at once. If few connections are allowed, it is a sixteenth of
    /// them.
    private static let evictedAtOnce = 16
    /// The time without a new shortage after which a shortage is over.
    private static let recoveryTime = TimeAmount.seconds(10)

    /// The time after the last request until the server counts as idle.
    private static let idleAfter = TimeAmount.seconds(1)

    private let limits: ServerLimits
    private let descriptors: DescriptorBudget
    private let logger: Logger
    private let state: Mutex<State>
    private let refused: Counter
    private let evicted: Counter
    private let expired: Counter
    private let shortages: Counter

    /// - Parameters:
    ///   - descriptors: the file descriptors of the process.
    ///   - factory: the factory of the counters of closed and refused connections.
    init(
        limits: ServerLimits,
        descriptors: DescriptorBudget = .ofProcess(),
        factory: any MetricsFactory,
        logger: Logger = Logger(label: "openmarket")
    ) {
        self.limits = limits
        self.descriptors = descriptors
        self.logger = logger
        state = Mutex(State(capacity: descriptors.connections(atMost: limits.connections.total, othersOpen: 0)))
        func counter(_ outcome: String) -> Counter {
            Counter(
                label: "openmarket_connections_closed_early_total",
                dimensions: [("reason", outcome)],
                factory: factory
            )
        }
        refused = counter("address_limit")
        evicted = counter("made_room")
        expired = counter("too_slow")
        shortages = Counter(label: "openmarket_descriptor_shortages_total", dimensions: [], factory: factory)
    }

    /// The number of open connections, and the maximum number.
    var counts: (open: Int, capacity: Int) { state.withLock { ($0.count, $0.capacity) } }

    /// Whether the server works on a request, or did a moment ago. Health checks don't count: they come every second for
    /// ever where a proxy or a supervisor asks.
    var isBusy: Bool {
        let now = NIODeadline.now()
        return state.withLock { state in
            func isBusy(_ connection: OpenConnection) -> Bool {
                connection.isWorking || connection.workedAt + Self.idleAfter > now
            }
            return state.lastWorkOfClosed + Self.idleAfter > now
                || state.connections.values.contains { $0.values.contains(where: isBusy) }
                || state.exempt.values.contains(where: isBusy)
        }
    }

    // MARK: Opening and closing

    /// Adds an accepted connection.
    ///
    /// - Returns: false if its address has reached its limit and none of its connections can give way.
    func admit(_ connection: OpenConnection) -> Bool {
        if connection.isExempt {
            state.withLock { state in
                state.exempt[ObjectIdentifier(connection)] = connection
                state.count += 1
            }
            return true
        }
        return count(connection, for: connection.address) { $0.count += 1 }
    }

    /// Counts a connection of a trusted proxy for the client of a request that arrived there.
    ///
    /// - Returns: false if the client has reached its limit and none of its connections can give way.
    func beginRequest(on connection: OpenConnection, for client: ClientAddress) -> Bool {
        count(connection, for: client) { state in
            state.exempt[ObjectIdentifier(connection)] = nil
            state.forwardedClients[ObjectIdentifier(connection)] = client
        }
    }

    /// Counts a connection of a trusted proxy for nobody, because its requests have been answered.
    func endRequest(on connection: OpenConnection) {
        state.withLock { state in
            guard let client = state.forwardedClients.removeValue(forKey: ObjectIdentifier(connection)) else { return }
            state.uncount(connection, for: client)
            state.exempt[ObjectIdentifier(connection)] = connection
        }
    }

    private func count(
        _ connection: OpenConnection,
        for client: ClientAddress,
        _ change: (inout State) -> Void
    ) -> Bool {
        let now = NIODeadline.now()
        let (isAdmitted, evicted) = state.withLock { state -> (Bool, OpenConnection?) in
            var evicted: OpenConnection?
            if let own = state.connections[client], own.count >= limits.connections.perAddress {
                evicted = own.values.filter { $0.canGiveWay && !$0.isClosing && !$0.isLively(at: now) }
                    .min { $0.activeAt < $1.activeAt }
                guard let evicted else { return (false, nil) }
                evicted.markClosing()
            }
            state.connections[client, default: [:]][ObjectIdentifier(connection)] = connection
            state.tally.add(1, for: client)
            change(&state)
            return (true, evicted)
        }
        if let evicted { evict([evicted]) }
        if !isAdmitted { refused.increment() }
        return isAdmitted
    }

    func remove(_ connection: OpenConnection) {
        state.withLock { state in
            state.remove(connection)
            state.lastWorkOfClosed = max(state.lastWorkOfClosed, connection.workedAt)
            state.leaving.removeAll { $0 === connection }
        }
    }

    /// Makes room for another connection if necessary.
    ///
    /// - Returns: false if there is no room yet; the caller may retry a little later.
    func makeRoom() -> Bool {
        let now = NIODeadline.now()
        let (hasRoom, evicted) = state.withLock { state -> (Bool, [OpenConnection]) in
            if state.count < state.capacity { return (true, []) }
            // Those on whose event loop the client's bytes arrived first aren't closed.
            state.leaving.removeAll { !$0.isClosing }
            let remaining = state.count - state.leaving.count
            guard remaining >= state.capacity, now >= state.nextSearch else { return (false, []) }
            let evicted = Self.evictionCandidates(in: state, at: now)
            if evicted.isEmpty { state.nextSearch = now + Self.searchInterval }
            for connection in evicted { connection.markClosing() }
            state.leaving += evicted
            return (false, evicted)
        }
        evict(evicted)
        return hasRoom
    }

    /// Evicts connections because the system has no file descriptor left. A shortage is logged once.
    func reportDescriptorShortage(_ error: any Error) {
        let now = NIODeadline.now()
        let (isNew, evicted) = state.withLock { state in
            defer { state.shortAt = now }
            return (state.shortAt == nil, Self.evictionCandidates(in: state, at: now))
        }
        evict(evicted)
        guard isNew else { return }
        shortages.increment()
        logger.error(
            "out of file descriptors; not accepting new connections",
            metadata: ["reason": "\(error.explanation)", "limit": "\(descriptors.limit)"]
        )
    }

    private func evict(_ connections: [OpenConnection]) {
        for connection in connections {
            evicted.increment()
            connection.close(isForced: false)
        }
    }

    /// Returns the connections to evict: in the network with the most connections, of its parts with the most, those that
    /// have been silent longest. Requests that make progress come last.
    private static func evictionCandidates(in state: State, at now: NIODeadline) -> [OpenConnection] {
        let most = min(evictedAtOnce, 1 + state.capacity / 16)
        for includesLively in [false, true] {
            let candidates = state.connections.flatMap { client, connections in
                // What the networks of the client have, the widest first.
                let shares = client.networks.map { state.tally.amount(of: $0) }
                return connections.values
                    .filter { $0.canGiveWay && !$0.isClosing && (includesLively || !$0.isLively(at: now)) }
                    .map { (shares: shares, activeAt: $0.activeAt, connection: $0) }
            }
            guard let greatest = candidates.map({ $0.shares[0] }).max() else { continue }
            // All from the greediest network, or from those that are equally greedy.
            let sorted = candidates.filter { $0.shares[0] == greatest }.sorted { one, other in
                one.shares == other.shares
                    ? one.activeAt < other.activeAt : other.shares.lexicographicallyPrecedes(one.shares)
            }
            return sorted.prefix(most).map(\.connection)
        }
        return []
    }

    // MARK: Time

    /// Starts the periodic cleanup, which ends when the server has stopped and all connections are closed.
    func startCleanup(on eventLoop: any EventLoop) {
        let isFirst = state.withLock { state in
            defer { state.isCleaningUp = true }
            return !state.isCleaningUp
        }
        guard isFirst else { return }
        eventLoop.scheduleRepeatedTask(initialDelay: cleanupInterval, delay: cleanupInterval) { [self] task in
            cleanUp(at: .now())
            let isOver = state.withLock { $0.stoppedAt != nil && $0.count == 0 }
            if isOver { task.cancel() }
        }
    }

    /// A quarter of the shortest time limit, and at most a second.
    private var cleanupInterval: TimeAmount {
        let shortest = min(limits.closeTime, limits.idleTime)
        return min(.seconds(1), max(.milliseconds(10), .nanoseconds(shortest.nanoseconds / 4)))
    }

    /// Marks the server as stopping: from now on connections may last no longer than ``ServerLimits/gracePeriod``.
    func stop() {
        state.withLock { if $0.stoppedAt == nil { $0.stoppedAt = .now() } }
    }

    /// Closes connections that have exceeded a time limit, and adapts the capacity to the descriptors in use elsewhere.
    private func cleanUp(at now: NIODeadline) {
        let othersOpen = descriptors.openCount().map { open in state.withLock { max(0, open - $0.count) } } ?? 0
        let (late, capacity, recovered) = state.withLock { state -> ([OpenConnection], Int, Bool) in
            let capacity = descriptors.connections(atMost: limits.connections.total, othersOpen: othersOpen)
            state.capacity = capacity
            let recovered = state.shortAt.map { now >= $0 + Self.recoveryTime } ?? false
            if recovered { state.shortAt = nil }
            let late = state.all.filter { isLate($0, at: now, stoppedAt: state.stoppedAt) }
            return (late, capacity, recovered)
        }
        if recovered { logger.notice("new connections are accepted again", metadata: ["capacity": "\(capacity)"]) }
        for connection in late {
            expired.increment()
            connection.close(isForced: true)
        }
    }

    private func isLate(_ connection: OpenConnection, at now: NIODeadline, stoppedAt: NIODeadline?) -> Bool {
        // Channel handlers close idle connections earlier, and have until then to do so gracefully.
        if connection.isIdle && now >= connection.activeAt + limits.idleTime + limits.closeTime { return true }
        guard let stoppedAt else { return false }
        let isDone = connection.isIdle && !connection.isWaitingForClient
        if isDone && now >= max(stoppedAt, connection.activeAt) + limits.closeTime { return true }
        return now >= stoppedAt + limits.gracePeriod - limits.closeTime
    }
}

extension ConnectionTable.State {
    fileprivate var all: [OpenConnection] { connections.values.flatMap(\.values) + exempt.values }

    fileprivate mutating func remove(_ connection: OpenConnection) {
        let id = ObjectIdentifier(connection)
        if exempt.removeValue(forKey: id) != nil
            || uncount(connection, for: forwardedClients.removeValue(forKey: id) ?? connection.address)
        {
            count -= 1
        }
    }

    /// - Returns: false if the connection doesn't count for the client.
    @discardableResult
    fileprivate mutating func uncount(_ connection: OpenConnection, for client: ClientAddress) -> Bool {
        guard connections[client]?.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return false }
        if connections[client]?.isEmpty == true { connections[client] = nil }
        tally.add(-1, for: client)
        return true
    }
}
