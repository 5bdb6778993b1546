internal import MarketModels
internal import Synchronization

/// Polls the log of changes for clients that know of a later change than this process, because another process has
/// told them.
///
/// All requests that wait share the polls, so that no client can cause many, whatever revision it sends. A poll tells how far the
/// log goes: whoever waits for a revision that it doesn't have has waited for one poll.
final class RevisionPolls: Sendable {
    /// The maximum number of requests that wait. The others are answered with what the process knows.
    static let waiterLimit = 1000
    /// The least time between two polls.
    private static let interval: Duration = .milliseconds(10)

    private struct Waiters {
        var all: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextNumber = 0
    }

    private let pool: PostgresPool
    private let mirror: ChangeMirror
    private let settings: PostgresSettings
    private let waiters = Mutex(Waiters())
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation

    init(pool: PostgresPool, mirror: ChangeMirror, settings: PostgresSettings) {
        self.pool = pool
        self.mirror = mirror
        self.settings = settings
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The number of requests that wait.
    var waiterCount: Int { waiters.withLock { $0.all.count } }

    /// Polls when a request waits, until the task is cancelled.
    func run() async {
        for await _ in requests {
            // A request that begins to wait during the poll may know of a change after it.
            let end = waiters.withLock { $0.nextNumber }
            let hasPolled = await poll()
            // While the log can't be read, nothing is answered from memory, and there is nothing to wait for.
            if hasPolled || !mirror.isLogReachable { finish(before: end) } else { request.yield() }
            try? await Task.sleep(for: Self.interval)
        }
        finish(before: .max)
    }

    /// Waits until this process knows a revision, or knows that there is no such revision.
    func wait(for revision: Revision) async {
        if revision > mirror.revision { await waitForPoll() }
    }

    /// Waits until the log has been read after the call.
    func waitForPoll() async {
        guard mirror.isLogReachable, let (number, stream) = register() else { return }
        request.yield()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream {} }
            group.addTask { [settings] in try? await Task.sleep(for: settings.catchUpLimit) }
            await group.next()
            group.cancelAll()
        }
        waiters.withLock { $0.all[number] = nil }
    }

    private func register() -> (number: Int, AsyncStream<Void>)? {
        waiters.withLock { waiters in
            guard waiters.all.count < Self.waiterLimit else { return nil }
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            defer { waiters.nextNumber += 1 }
            waiters.all[waiters.nextNumber] = continuation
            return (waiters.nextNumber, stream)
        }
    }

    private func finish(before end: Int) {
        let finished = waiters.withLock { waiters in
            let finished = waiters.all.filter { $0.key < end }
            waiters.all = waiters.all.filter { $0.key >= end }
            return finished
        }
        for waiter in finished.values { waiter.finish() }
    }

    private func poll() async -> Bool {
        do {
            try await pool.withConnection(isCancellable: false, reachLimit: ReachLimit(mirror, settings.readTimeout)) {
                [mirror] in
                _ = try mirror.poll($0)
            }
            return true
        } catch {
            return false
        }
    }
}
