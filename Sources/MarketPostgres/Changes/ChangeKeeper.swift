/// Folds counts, and removes old changes from the log. It isn't the watcher's work, because the watcher must never be late.
struct ChangeKeeper {
    /// How often old changes are removed, in rounds.
    private static let removalInterval = 240

    let pool: PostgresPool
    let mirror: ChangeMirror
    let settings: PostgresSettings

    /// Works at intervals until the task is cancelled. What fails is repeated later.
    func run() async {
        var roundCount = 0
        while true {
            do { try await Task.sleep(for: settings.pollInterval) } catch { return }
            roundCount += 1
            let removesOldChanges = roundCount % Self.removalInterval == 0
            let patience = Patience(mirror, settings.readPatience)
            try? await pool.withConnection(isCancellable: false, patience: patience) { connection in
                try CountFolder(connection: connection).fold()
                if removesOldChanges { try ChangeWriter(connection: connection).removeOldChanges() }
            }
        }
    }
}
