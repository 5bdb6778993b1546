public import MarketCore

/// A store of products, vendors and delete tokens in a PostgreSQL database, which any number of processes may use.
public final class PostgresProductStore: Sendable {
    /// How often old changes are removed from the log, in polls.
    private static let removalInterval = 240

    /// The connections for quick reads and writes.
    let pool: PostgresPool
    /// The connections for reads that may take long.
    let longReads: PostgresPool
    /// The connection that watches the log of changes.
    private let watcher: PostgresPool
    let mirror: ChangeMirror
    private let settings: PostgresSettings
    /// The monitor to which damage is reported.
    private let integrity: IntegrityMonitor
    /// Watches the log until the store is closed.
    private let watching: Task<Void, Never>

    /// Opens a database, creates the tables in an empty one, and migrates the schema of an older version. Several processes
    /// may do so at once: one migrates, the others wait.
    ///
    /// The store watches the changes of other processes in a task of its own, which ``close()`` ends.
    ///
    /// - Parameter integrity: the monitor to which damage is reported.
    public init(
        settings: PostgresSettings,
        integrity: IntegrityMonitor = IntegrityMonitor()
    ) async throws(PostgresOpeningError) {
        self.settings = settings
        self.integrity = integrity
        let pool = PostgresPool(settings, name: "pg", width: settings.connectionLimit)
        let watcher = PostgresPool(settings, name: "pg-watch", width: 1)
        self.pool = pool
        self.watcher = watcher
        longReads = PostgresPool(settings, name: "pg-long", width: settings.longReadLimit)
        let mirror: ChangeMirror
        do {
            mirror = try await watcher.withConnection { connection in
                try SchemaMigration(settings: settings).run()
                return try connection.transaction(.repeatableRead, readOnly: true) {
                    ChangeMirror(
                        try ChangeReader(connection: connection).state(since: nil),
                        categories: try CategoryReader(connection: connection).tree()
                    )
                }
            }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
        self.mirror = mirror
        watching = Task { await Self.watch(watcher, mirror, every: settings.pollInterval) }
    }

    /// Converts an error, and reports damage to the integrity monitor.
    ///
    /// - Parameter reading: what was read, for logs.
    func failure(_ error: any Error, reading: String = "a quick read") -> StoreError {
        let meaning = StoreError(error, reading: reading)
        if case .corrupt(let reason) = meaning { integrity.databaseIsDamaged(reason, stopsWrites: false) }
        return meaning
    }

    /// Ends the task that watches changes, and closes the connections.
    public func close() async throws(StoreError) {
        watching.cancel()
        await watching.value
        watcher.close()
        longReads.close()
        pool.close()
    }
}

// MARK: Watching changes

extension PostgresProductStore {
    private static func watch(_ watcher: PostgresPool, _ mirror: ChangeMirror, every interval: Duration) async {
        var pollCount = 0
        while true {
            do { try await Task.sleep(for: interval) } catch { return }
            pollCount += 1
            let removesOldChanges = pollCount % removalInterval == 0
            // A failure is repeated at the next poll.
            try? await watcher.withConnection { connection in
                try poll(connection, mirror)
                try CountFolder(connection: connection).fold()
                if removesOldChanges { try ChangeWriter(connection: connection).removeOldChanges() }
            }
        }
    }

    /// Reads what other processes have changed.
    private static func poll(_ connection: PostgresConnection, _ mirror: ChangeMirror) throws {
        let changes = ChangeReader(connection: connection)
        let state = try changes.state(since: mirror.base)
        if state.changesCategories, mirror.update(try CategoryReader(connection: connection).tree()) {
            // What was read in between may have the categories of before, at the revision of the change.
            try connection.transaction { try ChangeWriter(connection: connection).raiseRevision() }
            mirror.update(try changes.state(since: state.base))
            mirror.updateCategoryRevision()
        } else {
            mirror.update(state)
        }
    }
}
