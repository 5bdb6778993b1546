internal import MarketCore
internal import Synchronization

/// A bounded pool of connections, each used on a thread of its own while it works.
///
/// There are as many threads as connections, so work that has a thread never waits for a connection. Connections are
/// opened when they are needed and closed when they are broken.
final class PostgresPool: Sendable {
    /// A connection that no thread uses. It is used by one thread at a time.
    private struct Idle: @unchecked Sendable {
        let connection: PostgresConnection
    }

    private struct State {
        var idle: [Idle] = []
        var isClosed = false
        var openedCount = 0
        /// The number of commits that the server hasn't answered in time.
        var stalledCount = 0
        var brokenCount = 0
    }

    private let settings: PostgresSettings
    private let name: String
    private let executor: BoundedExecutor
    private let state = Mutex(State())

    /// - Parameters:
    ///   - name: the name of the threads, at most 15 bytes.
    ///   - width: the maximum number of connections.
    init(_ settings: PostgresSettings, name: String, width: Int) {
        self.settings = settings
        self.name = name
        executor = BoundedExecutor(
            name: name,
            width: width,
            waitingLimit: settings.waitingLimit,
            // A standby that stalls all commits leaves the reads a quarter of the connections.
            limitedWidth: max(1, width - max(2, width / 4))
        )
    }

    /// What the pool has to do.
    var load: StoreLoad.Pool {
        let work = executor.load
        return state.withLock { state in
            StoreLoad.Pool(
                name: name,
                limit: executor.width,
                usedCount: work.running,
                idleCount: state.idle.count,
                waitingCount: work.waiting,
                openedCount: state.openedCount,
                brokenCount: state.brokenCount
            )
        }
    }

    /// Runs `body` with a connection. If the task is cancelled, the running statement is, too.
    ///
    /// - Parameters:
    ///   - isCancellable: whether the running statement is cancelled with the task, for which libpq needs a server that
    ///     answers. Not for short work, so that it never delays the end of the process.
    ///   - isWriting: whether `body` commits what a standby may have to confirm. Such work leaves some connections to reads.
    ///     If the server doesn't answer a commit in time, an ``UnknownCommitError`` is thrown, and `body` goes on.
    ///   - reachLimit: how long `body` waits for a server that is out of reach; nil for the time limits of statements.
    ///   - body: reads, or writes in one transaction. If it finds that an idle connection was lost in the meantime, for
    ///     example because the server was restarted, it is run again with a new one. An ``UnknownCommitError`` is thrown.
    func withConnection<Value: Sendable>(
        isCancellable: Bool = true,
        isWriting: Bool = false,
        reachLimit: ReachLimit? = nil,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await StatementTrace.withSpan(name) { trace in
            try await run(isWriting, isCancellable, reachLimit, trace, body)
        }
    }

    /// Runs work on one of the threads.
    private func run<Value: Sendable>(
        _ isWriting: Bool,
        _ isCancellable: Bool,
        _ reachLimit: ReachLimit?,
        _ trace: StatementTrace?,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let cancellation = CancellationFlag(reachLimit: reachLimit)
        do {
            return try await withTaskCancellationHandler {
                try await executor.run(isLimited: isWriting) {
                    [self] (answer: @escaping @Sendable (Result<Value, any Error>) -> Void) in
                    let commit = CommitWatch(
                        stalled: { [self] error in
                            changeStalledCount(by: 1)
                            answer(.failure(error))
                        },
                        ended: { [self] in changeStalledCount(by: -1) },
                        isClosed: { [self] in state.withLock { $0.isClosed } }
                    )
                    answer(Result { try use(cancellation, commit, trace, body) })
                }
                .get()
            } onCancel: {
                if isCancellable { cancellation.cancel() }
            }
        } catch QueueError.busy {
            throw MarketError.unavailable(reason: "too many operations wait for a connection")
        } catch QueueError.cancelled {
            throw CancellationError()
        }
    }

    /// While as many commits as there may be are stalled, other writes are refused at once.
    private func changeStalledCount(by difference: Int) {
        state.withLock { state in
            state.stalledCount += difference
            executor.refuseLimitedJobs(state.stalledCount >= executor.limitedWidth)
        }
    }

    /// Closes idle connections, and each busy one when its work is done.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        _ = consume idle
    }

    private func use<Value>(
        _ cancellation: CancellationFlag,
        _ commit: CommitWatch,
        _ trace: StatementTrace?,
        _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        if cancellation.isCancelled { throw CancellationError() }
        try cancellation.reachLimit?.check()
        do {
            let (connection, isNew) = try acquire(cancellation)
            do {
                return try use(connection, cancellation, commit, trace, body)
            } catch let error as PostgresError where error.isConnectionLost && !isNew {
                // The other idle connections are probably lost, too.
                removeIdle()
                return try use(acquire(cancellation).0, cancellation, commit, trace, body)
            }
        } catch let error as PostgresError where error.state == "57014" && cancellation.isCancelled {
            throw CancellationError()
        }
    }

    private func use<Value>(
        _ connection: PostgresConnection,
        _ cancellation: CancellationFlag,
        _ commit: CommitWatch,
        _ trace: StatementTrace?,
        _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        connection.cancellation = cancellation
        connection.commitWatch = commit
        connection.trace = trace
        defer { release(connection) }
        return try body(connection)
    }

    private func acquire(_ cancellation: CancellationFlag) throws -> (PostgresConnection, isNew: Bool) {
        let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
        guard !isClosed else { throw MarketError.unavailable(reason: "the store is closed") }
        if let idle { return (idle.connection, false) }
        do {
            let connection = try PostgresConnection(settings, for: cancellation)
            state.withLock { $0.openedCount += 1 }
            return (connection, true)
        } catch {
            state.withLock { $0.brokenCount += 1 }
            throw error
        }
    }

    private func release(_ connection: PostgresConnection) {
        connection.cancellation = nil
        connection.commitWatch = nil
        connection.trace = nil
        guard connection.isUsable else {
            state.withLock { $0.brokenCount += 1 }
            return
        }
        let idle = Idle(connection: connection)
        state.withLock { if !$0.isClosed { $0.idle.append(idle) } }
    }

    private func removeIdle() {
        let idle = state.withLock { state in
            state.brokenCount += state.idle.count
            defer { state.idle = [] }
            return state.idle
        }
        _ = consume idle
    }
}
