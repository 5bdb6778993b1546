package import MarketCore

/// A database to which a market is moved, with one connection for the whole move.
package final class PostgresMoveStore: Sendable {
    /// What is in a database before a move.
    package struct Content: Sendable {
        /// The name of the market, or nil if there is none.
        package let marketName: String?
        /// Whether this version made the schema, or no schema is there.
        package let isCurrent: Bool
        /// Whether no one has stored anything.
        package let isEmpty: Bool
        package let mark: MoveMark?
    }

    /// A connection that is used by one thread at a time.
    private struct Held: @unchecked Sendable {
        let connection: PostgresConnection
    }

    /// The maximum time of a statement. An index of a large market takes minutes.
    private static let limit: Duration = .seconds(86_400)

    private let settings: PostgresSettings
    private let held: Held
    private let executor = BoundedExecutor(name: "pg-move", width: 1)

    /// Connects. Nothing is read or written yet.
    package init(settings: PostgresSettings) async throws(PostgresOpeningError) {
        var patient = settings
        (patient.statementLimit, patient.idleTransactionLimit) = (Self.limit, Self.limit)
        self.settings = patient
        do {
            held = try await executor.run { [patient] in
                Result { Held(connection: try PostgresConnection(patient)) }
            }.get()
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
    }

    /// - Throws: ``PostgresOpeningError/foreign(name:)``, ``PostgresOpeningError/otherSchema(name:isOfFirstVersion:)``,
    ///   ``PostgresOpeningError/madeByNewerVersion(name:)``.
    package func content() async throws(PostgresOpeningError) -> Content {
        do {
            return try await run { [settings] connection in
                try connection.transaction(.repeatableRead, readOnly: true) {
                    let applied = try SchemaMigration(settings: settings).appliedNumber(connection, readOnly: true)
                    guard applied > 0 else {
                        return Content(marketName: nil, isCurrent: true, isEmpty: true, mark: nil)
                    }
                    let current = MarketSchema.migrations.last?.number ?? 0
                    guard applied <= current else { throw PostgresOpeningError.madeByNewerVersion(name: settings.name) }
                    return Content(
                        marketName: try connection.marketName(),
                        isCurrent: applied == current,
                        isEmpty: try connection.firstRow(Self.emptiness) { try $0.boolean(0) } == true,
                        mark: try MoveMarker(connection: connection).mark()
                    )
                }
            }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
    }

    /// Creates what is missing in the schema, and marks that the market is being moved here. Continues a move.
    package func prepareForCopying() async throws(PostgresOpeningError) {
        do {
            try await executor.run { [settings] in
                Result { try SchemaMigration(settings: settings, isMove: true).run() }
            }.get()
            try await run { connection in
                guard try MoveMarker(connection: connection).mark() == nil else { return }
                try connection.transaction {
                    try MoveMarker(connection: connection).set(.copying)
                    try connection.script(DerivedTables.removal)
                }
            }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
    }

    /// Removes the mark: the market is here, and can be served.
    package func finishCopying() async throws(MarketError) {
        try await working { connection in
            try connection.transaction { try MoveMarker(connection: connection).set(nil) }
        }
    }

    /// Records that the market's images are at another place from now on. Servers that were given another one don't start, and
    /// those that are running store no product with new images any more. What they are storing is stored before this returns.
    package func setImagePlace(_ place: String) async throws(MarketError) {
        try await working { [settings] connection in
            try connection.transaction {
                try connection.script(
                    "\(Self.waitingForWriters(settings)); LOCK TABLE image IN SHARE ROW EXCLUSIVE MODE"
                )
                try connection.execute("UPDATE market_state SET image_place = $1", [place])
            }
        }
    }

    /// Returns what tells the database from one into which its dump was restored (``PostgresProductStore/place()``).
    package func place() async throws(MarketError) -> String {
        try await working { try $0.records.place() }
    }

    /// A statement that gives the transactions of servers the time to end.
    private static func waitingForWriters(_ settings: PostgresSettings) -> String {
        "SET LOCAL lock_timeout = \(max(settings.lockLimit, .seconds(10)).inMilliseconds)"
    }

    private static let emptiness = """
        SELECT NOT EXISTS (SELECT FROM product) AND NOT EXISTS (SELECT FROM tombstone)
            AND NOT EXISTS (SELECT FROM vendor WHERE id > 0) AND NOT EXISTS (SELECT FROM idempotency_record)
        """

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await executor.run { [held] in Result { try body(held.connection) } }.get()
    }

    func working<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(MarketError) -> Value {
        do { return try await run(body) } catch { throw MarketError(error) }
    }
}

extension PostgresMoveStore: MoveDestination {
    package func productCount() async throws(MarketError) -> Int {
        try await read { try $0.records.moves.productCount() }
    }

    package func part(of group: MoveGroup, after key: MoveKey?, limit: Int) async throws(MarketError) -> MovePart {
        try await read { try $0.records.moves.part(of: group, after: key, limit: limit) }
    }

    package func part(of group: MoveGroup, in range: MoveRange) async throws(MarketError) -> MovePart {
        try await read { try $0.records.moves.part(of: group, in: range) }
    }

    package func state() async throws(MarketError) -> MoveState { try await read { try $0.moveState() } }

    package func replace(_ keys: [MoveKey], with part: MovePart) async throws(MarketError) {
        try await working { connection in
            try connection.transaction { try MoveWriter(connection: connection).replace(keys, with: part) }
        }
    }

    package func setState(_ state: MoveState) async throws(MarketError) {
        try await working { connection in
            try connection.transaction { try MoveWriter(connection: connection).setState(state) }
        }
    }

    package func deriveRest(progress: @escaping @Sendable (String) -> Void) async throws(MarketError) {
        try await working { connection in
            let marker = MoveMarker(connection: connection)
            if try marker.mark() == .copying {
                progress("counts and search indexes")
                try connection.transaction {
                    try connection.script(DerivedTables.creation)
                    try marker.set(.copied)
                }
                progress("statistics")
                try connection.script("VACUUM ANALYZE")
            }
            try CountFolder(connection: connection).foldAll()
        }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(MarketError) -> Value {
        try await working { connection in
            try connection.transaction(.repeatableRead, readOnly: true) { try body(connection) }
        }
    }
}

extension PostgresConnection {
    /// Reads what a market has besides its rows.
    func moveState() throws -> MoveState {
        let isFixed = try records.categories.areFixed()
        let revision = try firstRow("SELECT count + (SELECT count(*) FROM change) FROM change_base") { try $0.count(0) }
        guard let revision else { throw CorruptRowError(reason: "the log of changes has no base") }
        var ids: [MoveTable: Int64] = [:]
        for table in MoveTable.allCases where table.assignsIDs {
            ids[table] = try firstRow(
                "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0)",
                [table.rawValue]
            ) { try $0.count(0) }
        }
        return MoveState(revision: revision, areCategoriesFixed: isFixed, lastIDs: ids)
    }
}

/// Counts by triggers and the search indexes cost more for each product than for all of them at once.
enum DerivedTables {
    static let removal = """
        ALTER TABLE product DISABLE TRIGGER product_is_counted;
        DROP INDEX product_search_keys;
        DROP INDEX product_search_keys_unlisted;
        """

    static let creation = """
        SET LOCAL maintenance_work_mem = '256MB';
        CREATE INDEX product_search_keys ON product_search
            USING gin (search_keys(search_block(product_id), texts, keywords)) WITH (fastupdate = off) WHERE is_listed;
        CREATE INDEX product_search_keys_unlisted ON product_search
            USING gin (search_keys(search_block(product_id), texts, keywords)) WITH (fastupdate = off) WHERE NOT is_listed;
        ALTER INDEX product_search_keys ALTER COLUMN 1 SET STATISTICS 0;
        ALTER INDEX product_search_keys_unlisted ALTER COLUMN 1 SET STATISTICS 0;
        DELETE FROM listing_count;
        INSERT INTO listing_count (kind, key, id, listed, listed_krw_usd, unlisted)
            SELECT part.kind, part.key, 0, count(*) FILTER (WHERE p.is_listed),
                count(*) FILTER (WHERE p.is_listed AND p.currency IN ('KRW', 'USD')),
                count(*) FILTER (WHERE NOT p.is_listed)
            FROM product AS p, LATERAL (VALUES (1, p.id >> 5), (2, p.id >> 10), (3, p.id >> 15), (4, p.id >> 20),
                (5, p.vendor_id), (6, p.category_id)) AS part (kind, key)
            WHERE part.key IS NOT NULL GROUP BY part.kind, part.key;
        ALTER TABLE product ENABLE TRIGGER product_is_counted;
        """
}
