public import MarketCore
public import MarketModels
internal import Synchronization

/// A store of products, vendors and delete tokens in a PostgreSQL database, which any number of processes may use.
public final class PostgresProductStore: Sendable {
    /// The connections for quick reads and writes.
    let pool: PostgresPool
    /// The connections for reads that may take long.
    let longReads: PostgresPool
    /// The connection that watches the log of changes.
    private let watcher: PostgresPool
    let mirror: ChangeMirror
    /// The time of the server, which is that of the market.
    public let clock: PostgresClock
    /// The name of the market that was opened.
    let name: String
    let settings: PostgresSettings
    /// Where this server stores images, as the database had it recorded; nil if nothing has asked.
    var imagePlace: String? {
        get { recordedImagePlace.withLock(\.self) }
        set { recordedImagePlace.withLock { $0 = newValue } }
    }
    private let recordedImagePlace = Mutex<String?>(nil)
    /// The monitor to which damage is reported.
    private let integrity: IntegrityMonitor
    /// Takes what this process writes, for hints to others.
    let writes: AsyncStream<Void>.Continuation
    /// Polls the log for clients that know of a change before this process does.
    let polls: RevisionPolls
    /// Watches the log, sends hints and folds counts until the store is closed.
    private let watching: Task<Void, Never>

    /// Opens a database. If it may, it creates the tables in an empty one, and migrates the schema of an older version. Several
    /// processes may do so at once: one migrates, the others wait.
    ///
    /// The store watches the changes of other processes in a task of its own, which ``close()`` ends.
    ///
    /// - Parameters:
    ///   - direct: settings of connections that don't go through a pooler, for migrations and to watch the changes; nil if
    ///     those of `settings` don't either. If there are such, `settings` are used as ``PostgresSettings/throughPooler``.
    ///   - migrates: whether the schema may be created or migrated. If not, a database that needs it is refused.
    ///   - integrity: the monitor to which damage is reported.
    ///   - wall: this machine's clock.
    ///   - report: called for the log, once when the log of changes can't be read any more, and once when it can again; and by the
    ///     first process that sees that the database was restored.
    public init(
        settings given: PostgresSettings,
        direct: PostgresSettings? = nil,
        migrates: Bool = true,
        integrity: IntegrityMonitor = IntegrityMonitor(),
        wall: any WallClock = SystemWallClock(),
        report: @escaping @Sendable (ChangeLogCondition) -> Void = { _ in }
    ) async throws(PostgresOpeningError) {
        let settings = direct == nil ? given : given.throughPooler
        let direct = direct ?? given
        self.settings = settings
        self.integrity = integrity
        let pool = PostgresPool(settings, name: "pg", width: settings.connectionLimit)
        let watcher = PostgresPool(direct.forWatching, name: "pg-watch", width: 1)
        self.pool = pool
        self.watcher = watcher
        longReads = PostgresPool(settings, name: "pg-long", width: settings.longReadLimit)
        let clock = PostgresClock(wall)
        self.clock = clock
        let (mirror, name): (ChangeMirror, String)
        let begin = ContinuousClock.now
        do {
            (mirror, name) = try await pool.withConnection { connection in
                let migration = SchemaMigration(settings: direct)
                if migrates { try migration.run() } else { try migration.checkCurrent(connection) }
                try PostgresConnection(direct).checkIsSameMarket(as: connection, settings)
                try clock.compare(connection)
                let mirror = ChangeMirror(
                    try ChangeReader(connection: connection).state(since: nil, known: Revision(rawValue: 0)),
                    readAfter: begin,
                    report: report
                )
                return (mirror, try connection.marketName())
            }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
        self.mirror = mirror
        self.name = name
        let polls = RevisionPolls(pool: pool, mirror: mirror, settings: settings)
        self.polls = polls
        let interval = settings.pollInterval
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        writes = continuation
        let sender = String(UInt64.random(in: 0...(.max)), radix: 36)
        let ownSender = settings.listensForChanges ? sender : nil
        watching = Task {
            async let hinting: Void = ChangeHints(pool: pool, sender: sender, writes: stream).run()
            async let polling: Void = polls.run()
            async let maintaining: Void = ChangeMaintenance(
                pool: pool,
                mirror: mirror,
                clock: clock,
                settings: settings
            )
            .run()
            await ChangeWatcher(
                pool: watcher,
                mirror: mirror,
                interval: interval,
                ownSender: ownSender,
                report: report
            ).run()
            _ = await (hinting, polling, maintaining)
        }
    }

    /// Refuses a market with another schema than this version's, before anything is changed, also in the data folder.
    ///
    /// - Parameter settings: settings of a connection that doesn't go through a pooler.
    public static func refuseOtherSchema(_ settings: PostgresSettings) async throws(PostgresOpeningError) {
        do {
            _ = try await PostgresPool(settings, name: "pg-schema", width: 1).withConnection { connection in
                try SchemaMigration(settings: settings).appliedNumber(connection, readOnly: true)
            }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
    }

    /// Migrates the schema of a market that an older version made, and leaves a database without a market alone.
    ///
    /// - Parameter settings: settings of a connection that doesn't go through a pooler.
    public static func migrate(_ settings: PostgresSettings) async throws(PostgresOpeningError) {
        do {
            try await PostgresPool(settings, name: "pg-migrate", width: 1).withConnection { connection in
                let migration = SchemaMigration(settings: settings)
                guard try migration.appliedNumber(connection, readOnly: true) > 0 else {
                    throw PostgresOpeningError.empty(name: settings.name)
                }
                try migration.run()
            }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
    }

    /// Converts an error, and reports damage to the integrity monitor.
    ///
    /// - Parameter reading: what was read, for logs.
    func failure(_ error: any Error, reading: String = "a quick read") -> MarketError {
        let meaning = MarketError(error, reading: reading)
        if case .damaged(let reason) = meaning { integrity.databaseIsDamaged(reason, stopsWrites: false) }
        return meaning
    }

    public var load: StoreLoad? { StoreLoad(pools: [pool, longReads, watcher].map(\.load), lag: mirror.lag) }

    /// The server of the database doesn't say how much more its disk could take.
    public func storedSize() async throws(MarketError) -> StoredSize? {
        let sql = "SELECT pg_database_size(current_database())"
        let byteCount = try await read("size of the database") { try $0.firstRow(sql, []) { try $0.count(0) } }
        return byteCount.map { StoredSize(byteCount: $0, freeByteCount: nil) }
    }

    /// Ends the task that watches changes, and closes the connections.
    public func close() async throws(MarketError) {
        watching.cancel()
        await watching.value
        watcher.close()
        longReads.close()
        pool.close()
    }
}
