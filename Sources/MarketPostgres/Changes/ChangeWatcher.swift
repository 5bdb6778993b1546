internal import MarketCore
internal import MarketModels

/// What a process has found in the log of changes. While it can't be read, nothing is answered from memory.
public enum ChangeLogCondition: Hashable, Sendable {
    /// A dump or a copy has brought the database, and this process was the first to see that.
    case restored
    case readable
    /// The reason is for logs.
    case unreadable(reason: String)
}

struct ChangeWatcher {
    /// How long after a failure the log is read again, unless it is read more often anyway.
    private static let retryInterval: Duration = .milliseconds(250)
    /// How often the server is asked whether it is still there.
    private static let probeInterval: Duration = .seconds(2)

    let pool: PostgresPool
    let mirror: ChangeMirror
    let interval: Duration
    /// The sender whose hints don't matter, because it is this process; nil to wait for no hints.
    let ownSender: String?
    /// Called when the condition of the log changes.
    let report: @Sendable (ChangeLogCondition) -> Void

    /// Reads the log at intervals, and at each hint, until the task is cancelled.
    func run() async {
        var failed = false
        do {
            while true {
                do {
                    try await wait(afterFailure: failed)
                    try await pool.withConnection { [mirror] in try Self.poll($0, mirror) }
                    if failed { report(.readable) }
                    failed = false
                } catch {
                    try Task.checkCancellation()
                    mirror.pollFailed()
                    if !failed { report(.unreadable(reason: error.explanation)) }
                    failed = true
                }
            }
        } catch { return }
    }

    /// Waits until the log should be read.
    private func wait(afterFailure failed: Bool) async throws {
        guard let ownSender, !failed else {
            return try await Task.sleep(for: failed ? min(interval, Self.retryInterval) : interval)
        }
        let end = ContinuousClock.now + interval
        try await pool.withConnection { connection in
            // The hints of before were missed.
            guard try !connection.listen(to: ChangeHints.channel) else { return }
            while connection.waitForNotification(except: ownSender, until: min(end, .now + Self.probeInterval)) {
                guard ContinuousClock.now < end else { return }
                try connection.script("SELECT")
            }
        }
    }

    /// Reads what other processes have changed.
    private static func poll(_ connection: PostgresConnection, _ mirror: ChangeMirror) throws {
        let begin = ContinuousClock.now
        try mirror.poll(connection)
        mirror.polled(after: begin)
    }
}
