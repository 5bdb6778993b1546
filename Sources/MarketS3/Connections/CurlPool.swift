internal import MarketCore
internal import Synchronization

/// A bounded number of connections to a store, each used on a thread of its own while it works.
///
/// There are as many threads as connections, so a request that has a thread never waits for a connection. Both exist only
/// when they are needed: a thread as long as requests wait for one, a connection until it wasn't used for a while.
final class CurlPool: Sendable {
    /// A connection that no thread uses. It is used by one thread at a time.
    private struct Idle: @unchecked Sendable {
        let connection: CurlConnection
        let since: ContinuousClock.Instant
    }

    private struct State {
        /// The one that was used last is at the end, and is used first, so that few are kept.
        var idle: [Idle] = []
        var running: [ObjectIdentifier: TransferCancellation] = [:]
        var isClosed = false
        /// The callers that wait until nothing is running.
        var closers: [CheckedContinuation<Void, Never>] = []
        /// Whether a task closes connections that aren't used.
        var isSwept = false
    }

    /// The time after which a connection that isn't used is closed.
    static let idleTime = Duration.seconds(20)

    private let settings: CurlSettings
    private let executor: BoundedExecutor
    private let state = Mutex(State())

    /// - Parameter width: the maximum number of connections.
    init(_ settings: CurlSettings, width: Int) {
        self.settings = settings
        executor = BoundedExecutor(name: "objects", width: width)
    }

    /// The number of connections that are kept for the next request.
    var idleCount: Int { state.withLock { $0.idle.count } }
    /// The number of requests that have a thread, and of those that wait for one.
    var load: BoundedExecutor.Load { executor.load }

    /// Sends a request and waits for its response. If the task is cancelled, the connection is closed at once.
    func send(_ request: CurlRequest, within limits: TransferLimits) async throws(CurlError) -> S3Response {
        let deadline = TransferDeadline(limits)
        let cancellation = TransferCancellation()
        let outcome: Result<S3Response, CurlError>
        do {
            outcome = try await withTaskCancellationHandler {
                try await executor.run { [self] in
                    Result { () throws(CurlError) in try send(request, by: deadline, cancellation) }
                }
            } onCancel: {
                cancellation.cancel()
            }
        } catch {
            throw .cancelled
        }
        return try outcome.get()
    }

    /// Closes all connections. Requests that are being sent fail, and no thread uses libcurl afterwards.
    func close() async {
        let (idle, running) = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return (state.idle, Array(state.running.values))
        }
        _ = consume idle
        for cancellation in running { cancellation.cancel() }
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if !state.running.isEmpty { state.closers.append(continuation) }
                return state.running.isEmpty
            }
            if isDone { continuation.resume() }
        }
    }

    private func send(
        _ request: CurlRequest,
        by deadline: TransferDeadline,
        _ cancellation: TransferCancellation
    ) throws(CurlError) -> S3Response {
        try begin(cancellation)
        defer { end(cancellation) }
        if cancellation.isCancelled { throw .cancelled }
        if deadline.failure() != nil { throw .busy }
        let idle = state.withLock { $0.idle.popLast() }
        let connection = if let idle { idle.connection } else { try CurlConnection(settings) }
        defer { keep(connection) }
        return try connection.send(request, by: deadline, cancellation)
    }

    private func begin(_ cancellation: TransferCancellation) throws(CurlError) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.running[ObjectIdentifier(cancellation)] = cancellation }
            return state.isClosed
        }
        if isClosed { throw .closed }
    }

    private func end(_ cancellation: TransferCancellation) {
        let closers = state.withLock { state in
            state.running[ObjectIdentifier(cancellation)] = nil
            guard state.running.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    private func keep(_ connection: CurlConnection) {
        let idle = Idle(connection: connection, since: .now)
        let mustSweep = state.withLock { state in
            guard !state.isClosed else { return false }
            state.idle.append(idle)
            defer { state.isSwept = true }
            return !state.isSwept
        }
        if mustSweep { sweep() }
    }

    /// Closes connections that aren't used for a while, until there are none.
    private func sweep() {
        Task { [weak self] in
            repeat { try? await Task.sleep(for: Self.idleTime) } while self?.closeUnused() == true
        }
    }

    /// Returns whether there are more connections that aren't used.
    func closeUnused(at now: ContinuousClock.Instant = .now) -> Bool {
        let latest = now - Self.idleTime
        let (unused, areMore) = state.withLock { state in
            let unused = state.idle.prefix { $0.since <= latest }
            state.idle.removeFirst(unused.count)
            state.isSwept = !state.idle.isEmpty
            return (unused, state.isSwept)
        }
        _ = consume unused
        return areMore
    }
}
