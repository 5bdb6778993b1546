/// Folds counts, compares the clocks, and removes old changes from the log and what no limit needs any more. It isn't the
/// watcher's work, because the watcher must never be late.
struct ChangeMaintenance {
    /// How often old changes and limits are removed, in rounds.
    private static let removalInterval = 240
    /// How often the clocks are compared, in rounds.
    private static let comparisonInterval = 20

    let pool: PostgresPool
    let mirror: ChangeMirror
    let clock: PostgresClock
    let settings: PostgresSettings

    /// Works at intervals until the task is cancelled. What fails is repeated later.
    func run() async {
        var roundCount = 0
        while true {
            do { try await Task.sleep(for: settings.pollInterval) } catch { return }
            roundCount += 1
            let removesOldChanges = roundCount % Self.removalInterval == 0
            let comparesClocks = roundCount % Self.comparisonInterval == 0
            let reachLimit = ReachLimit(mirror, settings.readTimeout)
            try? await pool.withConnection(isCancellable: false, reachLimit: reachLimit) { connection in
                // It adds nothing that a standby has to confirm.
                try connection.transaction {
                    try connection.execute("SET LOCAL synchronous_commit = local")
                    try CountFolder(connection: connection).fold()
                }
                if comparesClocks { try clock.compare(connection) }
                guard removesOldChanges else { return }
                try ChangeWriter(connection: connection).removeOldChanges()
                try SharedStateCleanup(connection: connection).removeOld()
            }
        }
    }
}
