internal import Foundation
internal import GRDB
public import MarketCore
public import MarketModels

/// A market's database as backups need it: read through read-only connections while the market may be writing, and
/// copied.
public struct DatabaseCopy: Sendable {
    /// The numbers of rows in a database.
    public struct Counts: Codable, Hashable, Sendable {
        public let products: Int64
        public let vendors: Int64
        public let images: Int64

        private enum CodingKeys: String, CodingKey {
            case products, vendors
            case images = "pictures"
        }
    }

    public let path: String

    /// - Parameter path: the path of the database file.
    public init(path: String) {
        self.path = path
    }

    /// Refuses a database with another schema than this version's, before it is read.
    public func refuseOtherSchema() throws(StoreOpeningError) { try MarketDatabase.refuseOtherSchema(path) }

    /// Copies the database of a data folder in one snapshot, and checks the copy.
    ///
    /// - Throws: `MarketError.damaged` when the database is damaged. A damaged database is never reported as a good
    ///   copy.
    public func make(of folder: String) throws(MarketError) {
        do {
            let source = try DatabaseQueue(
                path: "\(folder)/\(MarketDatabase.fileName)",
                configuration: ConnectionSettings().readOnlyConfiguration
            )
            defer { try? source.close() }
            try? FileManager.default.removeItem(atPath: path)
            DatabaseFiles.make(path)
            let target = try DatabaseQueue(path: path)
            defer { try? target.close() }
            // A single step uses a single snapshot. (VACUUM INTO doesn't work on a read-only connection: SQLite 3.40
            // fails on generated columns.)
            try source.backup(to: target)
            // Produces a single file without a log.
            try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        } catch {
            throw MarketError(error)
        }
        let findings = try read { try $0.structure(isQuick: true) + $0.totals() }
        if let finding = findings.first { throw .damaged(reason: finding.text) }
    }

    public func counts() throws(MarketError) -> Counts {
        try read { findings in
            func count(_ table: String) throws -> Int64 {
                try Int64.fetchOne(findings.database, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            return Counts(
                products: try count("product"),
                vendors: try count("vendor WHERE id > 0"),
                images: try count("(SELECT DISTINCT name FROM image)")
            )
        }
    }

    /// Returns whether this may be a copy of a data folder's database, from whatever time.
    ///
    /// No vendor is ever removed, so the first one of a copy is also in the market. A copy without vendors may be of any market.
    public func isCopy(of folder: String) throws(MarketError) -> Bool {
        let first = try read {
            try $0.database.records.first("SELECT id, created_at FROM vendor WHERE id > 0 ORDER BY id LIMIT 1", []) {
                [MoveValue.integer(try $0.positive(0)), .integer(try $0.integer(1))]
            }
        }
        guard let first else { return true }
        return try DatabaseCopy(path: "\(folder)/\(MarketDatabase.fileName)").read {
            try $0.database.records.exists("SELECT 1 FROM vendor WHERE id = $1 AND created_at = $2", first)
        }
    }

    /// Returns the distinct names of images in use, in ascending order: at most `limit` of them, after `name`.
    public func images(after name: ImageName?, limit: Int) throws(MarketError) -> [ImageName] {
        try read { try $0.database.records.products.imageNames(after: name, limit: limit) }
    }

    /// Returns those of the names that no product uses.
    public func unusedImages(among names: Set<ImageName>) throws(MarketError) -> Set<ImageName> {
        try read { try $0.database.unusedImages(among: names) }
    }

    /// Prepares a copy to replace a lost database. Ids that may have been assigned since the backup aren't assigned
    /// again, delete tokens that may have been redeemed since are invalidated, and so are operators' links
    /// and sessions, and invitations that nobody had accepted.
    ///
    /// - Parameter earlier: the databases in whose place it comes, which may have assigned more ids since. One that isn't there or
    ///   can't be read is left out.
    /// - Returns: the lowest id that a new product can get.
    public func prepareForRestore(inPlaceOf earlier: [DatabaseCopy] = []) throws(MarketError) -> Int64 {
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            return try queue.write { database in
                for (table, count) in SkippedIDs.counts() {
                    // A table without a row in `sqlite_sequence` has never had any rows.
                    try database.execute(
                        sql:
                            "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence)",
                        arguments: [table.rawValue]
                    )
                    let assigned = earlier.map { $0.lastID(in: table) }.max() ?? 0
                    try database.execute(
                        sql: "UPDATE sqlite_sequence SET seq = max(seq + ?, ?) WHERE name = ?",
                        arguments: [count, assigned, table.rawValue]
                    )
                }
                try database.execute(
                    sql: """
                        DELETE FROM delete_token; DELETE FROM operator_link; DELETE FROM operator_session;
                        DELETE FROM operator_feed; DELETE FROM operator_key;
                        DELETE FROM invitation WHERE accepted_at IS NULL;
                        UPDATE market_state SET revision = revision + 1
                        """
                )
                return
                    (try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'product'") ?? 0)
                    + 1
            }
        } catch {
            throw MarketError(error)
        }
    }

    /// Returns the last id that a table has assigned; 0 if that can't be read, or is none that a row can have.
    private func lastID(in table: MoveTable) -> Int64 {
        let sql = "SELECT seq FROM sqlite_sequence WHERE name = $1"
        return (try? read { try $0.database.records.first(sql, [.text(table.rawValue)]) { try $0.count(0) } }) ?? 0
    }

    private func read<Value>(_ body: (DatabaseFindings) throws -> Value) throws(MarketError) -> Value {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.unsafeRead { try body(DatabaseFindings(database: $0)) }
        } catch {
            throw MarketError(error)
        }
    }
}
