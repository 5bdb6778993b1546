import CoreMetrics
import Logging
import MarketCore
import NIOCore
import Synchronization

/// All connections that are open, counted by address, so that one address can't take them from the others.
///
/// An address may have so many. One more closes the one of its own that has been idle longest; if none is idle, the new
/// one is refused. When all together are as many as there may be, room is made by closing the connection that has been
/// idle longest of the address that has most. If nothing is idle, no more are accepted for a while. Connections of trusted
/// proxies count only among all.
///
/// This is about the descriptors of one process. Several servers have one each.
final class ConnectionTable: Sendable {
    fileprivate struct State {
        var connections: [ClientAddress: [ObjectIdentifier: OpenConnection]] = [:]
        var exempt: [ObjectIdentifier: OpenConnection] = [:]
        var count = 0
        /// Which addresses have how many connections.
        var addresses: [Int: Set<ClientAddress>] = [:]
        /// The most that one address has.
        var greatest = 0
        var capacity: Int
        /// When looking for something idle is worth it again, after nothing was found.
        var nextSearch = NIODeadline.uptimeNanoseconds(0)
        var stoppedAt: NIODeadline?
        var isSweeping = false
        /// When the system last had no descriptor, until that is some time ago.
        var shortAt: NIODeadline?
    }

    /// How long a search for idle connections that found none is not repeated.
    private static let searchInterval = TimeAmount.milliseconds(100)
    /// How many idle connections make room at once at most. Where few may be open, it is one of sixteen.
    private static let evictedAtOnce = 16
    /// How long there must have been descriptors before a shortage is over.
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
    ///   - descriptors: what the process may open.
    ///   - factory: where is counted what was closed and refused.
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

    /// How many are open, and how many may be.
    var counts: (open: Int, capacity: Int) { state.withLock { ($0.count, $0.capacity) } }

    // MARK: Opening and closing

    /// Enters a connection that was accepted.
    ///
    /// - Returns: false if its address has as many as it may have, and none of them is idle.
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

    /// Takes out one that has been closed.
    func remove(_ connection: OpenConnection) {
        state.withLock { $0.remove(connection) }
    }

    /// Makes room for another connection, if need be.
    ///
    /// - Returns: false if there is none now: asked again a little later, there may be.
    func makeRoom() -> Bool {
        let now = NIODeadline.now()
        let (hasRoom, idle) = state.withLock { state -> (Bool, [OpenConnection]) in
            if state.count < state.capacity { return (true, []) }
            guard now >= state.nextSearch else { return (false, []) }
            let idle = Self.idleOfGreediest(in: state)
            if idle.isEmpty { state.nextSearch = now + Self.searchInterval }
            return (false, idle)
        }
        evict(idle)
        return hasRoom
    }

    /// The system has no descriptor for another connection. Gives some back, and says so once until there are enough.
    func ranShort(_ error: any Error) {
        let (isNew, idle) = state.withLock { state in
            defer { state.shortAt = .now() }
            return (state.shortAt == nil, Self.idleOfGreediest(in: state))
        }
        evict(idle)
        guard isNew else { return }
        shortages.increment()
        logger.error(
            "no file descriptors are left; new connections wait until some are closed",
            metadata: ["reason": "\(error)", "limit": "\(descriptors.limit)"]
        )
    }

    private func evict(_ connections: [OpenConnection]) {
        for connection in connections {
            evicted.increment()
            connection.close(isForced: false)
        }
    }

    /// Those that have been idle longest of the address that has most connections, or of the next one if none of its is.
    private static func idleOfGreediest(in state: State) -> [OpenConnection] {
        let most = min(evictedAtOnce, 1 + state.capacity / 16)
        for count in stride(from: state.greatest, to: 0, by: -1) {
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

    /// Begins to look through the connections again and again, until the server has stopped and all are closed.
    func startSweeping(on eventLoop: any EventLoop) {
        let isFirst = state.withLock { state in
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        guard isFirst else { return }
        eventLoop.scheduleRepeatedTask(initialDelay: sweepInterval, delay: sweepInterval) { [self] task in
            sweep(at: .now())
            let isOver = state.withLock { $0.stoppedAt != nil && $0.count == 0 }
            if isOver { task.cancel() }
        }
    }

    /// A quarter of the shortest time that is kept, and at most a second.
    private var sweepInterval: TimeAmount {
        let shortest = min(limits.handshakeTime, limits.closeTime, limits.idleTime)
        return min(.seconds(1), max(.milliseconds(10), .nanoseconds(shortest.nanoseconds / 4)))
    }

    /// The server stops: from now on connections have no longer than ``ServerLimits/gracePeriod``.
    func stop() {
        state.withLock { if $0.stoppedAt == nil { $0.stoppedAt = .now() } }
    }

    /// Closes what has had its time, and looks how many descriptors others need.
    private func sweep(at now: NIODeadline) {
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
        if !connection.isEstablished && now >= connection.openedAt + limits.handshakeTime { return true }
        // Others close it before, and have until then to do it nicely.
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
        let left = connections[address]?.count ?? 0
        if left == 0 { connections[address] = nil }
        move(address, from: left + 1, to: left)
    }

    private mutating func move(_ address: ClientAddress, from old: Int, to new: Int) {
        if old > 0 {
            addresses[old]?.remove(address)
            if addresses[old]?.isEmpty == true { addresses[old] = nil }
        }
        if new > 0 { addresses[new, default: []].insert(address) }
        if new > greatest {
            greatest = new
        } else if old == greatest, addresses[old] == nil {
            greatest = new
        }
    }
}
