internal import CPostgres
internal import Foundation
internal import Synchronization

/// Keeps a server that hangs, refuses or is overloaded from getting more and more to do.
///
/// A server may hold a session for long that nobody waits for any more. Each one that is opened in its place makes that worse,
/// until nobody gets one, not even the operator. Therefore the sessions that a server may still hold are counted, and as long
/// as there are as many as a store has connections, or the last attempt failed, one connection at a time is tried, after times
/// that double. Once the server answers in such a session, it works again, and nobody waits any longer.
///
/// A session that was given up is seen to end by its socket, one half of which stays open: a server closes it when it has
/// ended the session, and the network when nothing is there any more.
final class SessionLimits: Sendable {
    /// How long work waits for a moment at which a connection may be tried.
    private static let waitLimit: Duration = .milliseconds(100)

    private let servers = Mutex<[PostgresHosts.Target: Server]>([:])

    /// Waits for the moment at which a connection may be tried. It is followed by ``succeeded(_:)`` or ``failed(_:_:)``.
    ///
    /// - Parameter limit: the maximum number of sessions that the server may still hold.
    /// - Throws: the last ``ConnectionFailure`` if that is later, or the error of `reachLimit`.
    func begin(
        _ target: PostgresHosts.Target,
        limit: Int,
        until end: ContinuousClock.Instant,
        _ reachLimit: ReachLimit?
    ) throws {
        let latest = min(end, .now + Self.waitLimit)
        while let failure = servers.withLock({ $0[target, default: Server()].begin(limit: limit) }) {
            guard ContinuousClock.now < latest else { throw failure }
            try reachLimit?.check()
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    /// Remembers that a connection could be opened.
    func succeeded(_ target: PostgresHosts.Target) { servers.withLock { $0[target]?.end(with: nil) } }

    /// Remembers that no connection could be opened, unless nobody waits for it any more, or the server has answered something
    /// else.
    func failed(_ target: PostgresHosts.Target, _ error: any Error) {
        let isNoFailure = error is CancellationError || (error as? PostgresError)?.isConnectionLost == false
        let failure = error as? ConnectionFailure ?? .noAnswer
        servers.withLock { servers in
            if isNoFailure { servers[target]?.cancel() } else { servers[target]?.end(with: failure) }
        }
    }

    /// Closes a connection whose server doesn't answer. Its session may continue there.
    func giveUp(_ handle: OpaquePointer, to target: PostgresHosts.Target) {
        let socket = fcntl(PQsocket(handle), F_DUPFD_CLOEXEC, 0)
        PQfinish(handle)
        guard socket >= 0 else { return }
        // The server reads the end when it is done with what it does.
        shutdown(socket, Int32(SHUT_WR))
        servers.withLock { $0[target, default: Server()].givenUp.append(socket) }
    }

    deinit {
        servers.withLock { servers in
            for socket in servers.values.flatMap(\.givenUp) { close(socket) }
        }
    }
}

/// What is known of one server.
private struct Server {
    private static let firstDelay: Duration = .milliseconds(20)
    private static let longestDelay: Duration = .milliseconds(500)
    /// The longest time while the server holds as many sessions as it may.
    private static let longestDelayAtLimit: Duration = .seconds(60)

    /// The sockets of sessions that were given up, the oldest first.
    var givenUp: [Int32] = []
    /// The number of attempts that are in flight.
    private var attemptCount = 0
    /// Why the last attempt failed; nil if it didn't.
    private var failure: ConnectionFailure?
    /// Whether the server may hold no more sessions.
    private var isFull = false
    /// How often the delay has doubled.
    private var doublings = 0
    private var retryTime = ContinuousClock.now

    /// Begins an attempt, or returns why that has to wait.
    mutating func begin(limit: Int) -> ConnectionFailure? {
        let heldCount = givenUp.count
        var answers = false
        givenUp.removeAll { Self.closeIfEnded($0, &answers) }
        if answers {
            (failure, doublings, retryTime) = (nil, 0, .now)
        } else if givenUp.count < heldCount {
            retryTime = min(retryTime, .now + Self.longestDelay)
        }
        isFull = !givenUp.isEmpty && givenUp.count + attemptCount >= limit
        if isFull || failure != nil {
            guard attemptCount == 0, ContinuousClock.now >= retryTime else { return failure ?? .noAnswer }
            // Enough of them tell when the server is well.
            if givenUp.count >= 2 * limit { close(givenUp.removeFirst()) }
        }
        attemptCount += 1
        return nil
    }

    mutating func end(with failure: ConnectionFailure?) {
        attemptCount -= 1
        let isChange = (failure == nil) != (self.failure == nil)
        self.failure = failure
        guard failure != nil || isFull else { return doublings = 0 }
        // Attempts that failed at the same time count once.
        guard isChange || ContinuousClock.now >= retryTime else { return }
        doublings = isChange && !isFull ? 0 : min(doublings + 1, 16)
        let longest = isFull ? Self.longestDelayAtLimit : Self.longestDelay
        retryTime = .now + min(Self.firstDelay * (1 << doublings), longest) * .random(in: 0.5...1)
    }

    mutating func cancel() { attemptCount -= 1 }

    /// Closes the socket of a session if the server has ended it.
    ///
    /// - Parameter answers: becomes true if the server has still answered.
    private static func closeIfEnded(_ socket: Int32, _ answers: inout Bool) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            // What nobody waits for.
            if count > 0 { answers = true }
            if count > 0 || count < 0 && errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return false }
            close(socket)
            return true
        }
    }
}

extension ConnectionFailure {
    fileprivate static var noAnswer: ConnectionFailure {
        ConnectionFailure(state: nil, description: "the server doesn't answer")
    }
}
