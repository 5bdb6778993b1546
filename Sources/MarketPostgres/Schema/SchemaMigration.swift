internal import MarketCore

/// Opens a database and brings its schema up to date, under a lock that other processes wait for.
struct SchemaMigration {
    let settings: PostgresSettings
    /// The migrations to apply, in order; other ones in tests.
    var migrations = MarketSchema.migrations
    /// Whether a market that is being moved here is accepted.
    var isMove = false

    /// - Throws: ``PostgresOpeningError``. Then nothing was written.
    func run() throws(PostgresOpeningError) {
        do {
            let connection = try PostgresConnection(settings)
            guard connection.serverVersion >= 150_000 else {
                throw PostgresOpeningError.unsuitable(
                    name: settings.name,
                    reason: "the server is older than PostgreSQL 15"
                )
            }
            // An index of a large market takes minutes.
            connection.answerLimit = .seconds(86_400)
            try connection.transaction { try migrate(connection) }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
    }

    /// Checks that this version made the schema, and that the market is complete.
    ///
    /// - Throws: ``PostgresOpeningError``.
    func checkCurrent(_ connection: PostgresConnection) throws {
        let applied = try appliedNumber(connection, readOnly: true)
        let current = migrations.last?.number ?? 0
        guard applied <= current else { throw PostgresOpeningError.madeByNewerVersion(name: settings.name) }
        guard applied > 0 else { throw PostgresOpeningError.empty(name: settings.name) }
        guard applied == current else { throw PostgresOpeningError.madeByOlderVersion(name: settings.name) }
        try refuseUnfinishedMove(connection)
    }

    private func refuseUnfinishedMove(_ connection: PostgresConnection) throws {
        guard try MoveMarker(connection: connection).mark() == nil else {
            throw PostgresOpeningError.moveIsUnfinished(name: settings.name)
        }
    }

    private func migrate(_ connection: PostgresConnection) throws {
        try connection.script("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        let encoding = try connection.firstRow("SELECT current_setting('server_encoding')") { try $0.text(0) }
        guard encoding == "UTF8" else {
            throw PostgresOpeningError.unsuitable(name: settings.name, reason: "its encoding is not UTF8")
        }
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.migration])
        let applied = try appliedNumber(connection)
        guard applied <= migrations.last?.number ?? 0 else {
            throw PostgresOpeningError.madeByNewerVersion(name: settings.name)
        }
        for migration in migrations where migration.number > applied {
            try connection.script(migration.sql)
            try connection.execute(
                "INSERT INTO \(MarketSchema.history) (number, name, fingerprint) VALUES ($1, $2, $3)",
                [migration.number, migration.name, migration.fingerprint]
            )
        }
        if !isMove { try refuseUnfinishedMove(connection) }
    }

    /// Returns the number of the newest applied migration, 0 in an empty database.
    ///
    /// - Parameter readOnly: whether the table of migrations isn't created.
    /// - Throws: ``PostgresOpeningError/otherSchema(name:isOfFirstVersion:)`` and ``PostgresOpeningError/foreign(name:)``,
    ///   before anything is changed.
    func appliedNumber(_ connection: PostgresConnection, readOnly: Bool = false) throws -> Int64 {
        let schema = try connection.firstRow("SELECT current_schema()::text") { try $0.optionalText(0) }
        guard let schema = schema ?? nil else {
            throw PostgresOpeningError.noPrivilege(name: settings.name, reason: "no schema of its search path is there")
        }
        let relations = try connection.firstRow(
            """
            SELECT count(*) FILTER (WHERE c.relname = $2), count(*) FROM pg_class AS c
            JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
            """,
            [schema, MarketSchema.history]
        ) { (history: try $0.count(0), all: try $0.count(1)) }
        guard relations?.history == 1 else {
            guard relations?.all == 0 else { throw PostgresOpeningError.foreign(name: settings.name) }
            if !readOnly { try connection.script(MarketSchema.historyTable) }
            return 0
        }
        // In databases of 0.1.0, the column isn't there.
        let applied = try connection.firstRow(
            """
            SELECT coalesce(max(number), 0), (max(to_jsonb(m) ->> 'fingerprint') FILTER (WHERE number = 1))::bigint
            FROM \(MarketSchema.history) AS m
            """
        ) { (number: try $0.count(0), fingerprint: try $0.optionalInteger(1)) }
        guard let applied, applied.fingerprint == migrations.first?.fingerprint else {
            throw PostgresOpeningError.otherSchema(
                name: settings.name,
                isOfFirstVersion: applied?.fingerprint == nil
            )
        }
        return applied.number
    }
}

extension PostgresOpeningError {
    /// Converts an error of the layers below.
    init(_ error: any Error, name: String) {
        switch error {
        case let error as PostgresOpeningError: self = error
        case let error as ConnectionFailure: self.init(error, name: name)
        case let error as PostgresError where error.state == "42501":
            self = .noPrivilege(name: name, reason: error.message)
        case let error as PostgresError: self = .failed(name: name, reason: error.description)
        case let error as CorruptRowError: self = .failed(name: name, reason: error.reason)
        default: self = .failed(name: name, reason: error.explanation)
        }
    }

    private init(_ failure: ConnectionFailure, name: String) {
        switch failure.state {
        case "28P01", "28000": self = .refused(name: name, reason: failure.description)
        case "3D000": self = .noDatabase(name: name)
        case "42501": self = .noPrivilege(name: name, reason: failure.description)
        default: self = .notReachable(name: name, reason: failure.description)
        }
    }
}
