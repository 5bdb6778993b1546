import CoreMetrics
import Logging
import MarketCore
import NIOCore
import Synchronization

/// The table of open connections by address, which keeps one address from using up all connections.
///
/// When an address has reached its limit, a further connection replaces the one of that address that has been idle
/// longest; if none is idle, the new connection is refused. When the total limit is reached, the connections that have
/// been idle longest of the address with the most connections are closed. If no connection is idle, accepting pauses.
/// Connections of trusted proxies count only toward the total.
///
/// The limits are about the file descriptors of one process. Several servers have one table each.
final class ConnectionTable: Sendable {
    fileprivate struct State {
        var connections: [ClientAddress: [ObjectIdentifier: OpenConnection]] = [:]
        var exempt: [ObjectIdentifier: OpenConnection] = [:]
        var count = 0
        /// The addresses by their number of connections.
        var addresses: [Int: Set<ClientAddress>] = [:]
        /// The largest number of connections of one address.
        var maximumPerAddress = 0
        var capacity: Int
        /// Connections that were evicted to make room and aren't closed yet, at most ``evictedAtOnce``.
        var leaving: [OpenConnection] = []
        /// When to search for idle connections again after a search found none.
        var nextSearch = NIODeadline.uptimeNanoseconds(0)
        var stoppedAt: NIODeadline?
        var isCleaningUp = false
        /// When the system last ran out of file descriptors; nil once the shortage is over.
        var shortAt: NIODeadline?
    }

    /// The time until the next search for idle connections after a search found none.
    private static let searchInterval = TimeAmount.milliseconds(100)
    /// The maximum number of idle connections to evict at once. If few connections are allowed, it is a sixteenth of
    /// them.
    private static let evictedAtOnce = 16
    /// The time without a new shortage after which a shortage is over.
    private static let recoveryTime = TimeAmount.seconds(10)

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
        state = Mutex(State(capacity: descriptors.connections(atMost: limits.connections, othersOpen: 0)))
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

    // MARK: Opening and closing

    /// Adds an accepted connection.
    ///
    /// - Returns: false if its address has reached its limit and none of its connections is idle.
    func admit(_ connection: OpenConnection) -> Bool {
        let (isAdmitted, idle) = state.withLock { state -> (Bool, OpenConnection?) in
            var idle: OpenConnection?
            if !connection.isExempt, let own = state.connections[connection.address],
                own.count >= limits.connectionsPerAddress
            {
                idle = Self.idle(of: own).min { $0.activeAt < $1.activeAt }
                if idle == nil { return (false, nil) }
            }
            state.add(connection)
            return (true, idle)
        }
        if let idle { evict([idle]) }
        if !isAdmitted { refused.increment() }
        return isAdmitted
    }

    /// Removes a closed connection.
    func remove(_ connection: OpenConnection) {
        state.withLock { state in
            state.remove(connection)
            state.leaving.removeAll { $0 === connection }
        }
    }

    /// Makes room for another connection if necessary.
    ///
    /// - Returns: false if there is no room yet; the caller may retry a little later.
    func makeRoom() -> Bool {
        let now = NIODeadline.now()
        let (hasRoom, idle) = state.withLock { state -> (Bool, [OpenConnection]) in
            if state.count < state.capacity { return (true, []) }
            // Those on whose event loop a request arrived first aren't closed.
            state.leaving.removeAll { !$0.isClosing }
            let remaining = state.count - state.leaving.count
            guard remaining >= state.capacity, now >= state.nextSearch else { return (false, []) }
            let idle = Self.evictionCandidates(in: state)
            if idle.isEmpty { state.nextSearch = now + Self.searchInterval }
            for connection in idle { connection.markClosing() }
            state.leaving += idle
            return (false, idle)
        }
        evict(idle)
        return hasRoom
    }

    /// Evicts idle connections because the system has no file descriptor left. A shortage is logged once.
    func reportDescriptorShortage(_ error: any Error) {
        let (isNew, idle) = state.withLock { state in
            defer { state.shortAt = .now() }
            return (state.shortAt == nil, Self.evictionCandidates(in: state))
        }
        evict(idle)
        guard isNew else { return }
        shortages.increment()
        logger.error(
            "out of file descriptors; not accepting new connections",
            metadata: ["reason": "\(error)", "limit": "\(descriptors.limit)"]
        )
    }

    private func evict(_ connections: [OpenConnection]) {
        for connection in connections {
            evicted.increment()
            connection.close(isForced: false)
        }
    }

    /// Returns the connections idle longest of the address with the most connections, or of the next address with idle
    /// ones.
    private static func evictionCandidates(in state: State) -> [OpenConnection] {
        let most = min(evictedAtOnce, 1 + state.capacity / 16)
        for count in stride(from: state.maximumPerAddress, to: 0, by: -1) {
            for address in state.addresses[count] ?? [] {
                let idle = idle(of: state.connections[address] ?? [:])
                if !idle.isEmpty { return Array(idle.sorted { $0.activeAt < $1.activeAt }.prefix(most)) }
            }
        }
        return []
    }

    private static func idle(of connections: [ObjectIdentifier: OpenConnection]) -> [OpenConnection] {
        connections.values.filter { $0.isIdle && !$0.isClosing }
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
            let capacity = descriptors.connections(atMost: limits.connections, othersOpen: othersOpen)
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
        if connection.isIdle && now >= max(stoppedAt, connection.activeAt) + limits.closeTime { return true }
        return now >= stoppedAt + limits.gracePeriod - limits.closeTime
    }
}

extension ConnectionTable.State {
    fileprivate var all: [OpenConnection] { connections.values.flatMap(\.values) + exempt.values }

    fileprivate mutating func add(_ connection: OpenConnection) {
        count += 1
        if connection.isExempt {
            exempt[ObjectIdentifier(connection)] = connection
            return
        }
        let before = connections[connection.address]?.count ?? 0
        connections[connection.address, default: [:]][ObjectIdentifier(connection)] = connection
        move(connection.address, from: before, to: before + 1)
    }

    fileprivate mutating func remove(_ connection: OpenConnection) {
        if connection.isExempt {
            if exempt.removeValue(forKey: ObjectIdentifier(connection)) != nil { count -= 1 }
            return
        }
        let address = connection.address
        guard connections[address]?.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        count -= 1
        let remaining = connections[address]?.count ?? 0
        if remaining == 0 { connections[address] = nil }
        move(address, from: remaining + 1, to: remaining)
    }

    private mutating func move(_ address: ClientAddress, from old: Int, to new: Int) {
        if old > 0 {
            addresses[old]?.remove(address)
            if addresses[old]?.isEmpty == true { addresses[old] = nil }
        }
        if new > 0 { addresses[new, default: []].insert(address) }
        if new > maximumPerAddress {
            maximumPerAddress = new
        } else if old == maximumPerAddress, addresses[old] == nil {
            maximumPerAddress = new
        }
    }
}
