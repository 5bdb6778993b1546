internal import Foundation
internal import GRDB
public import MarketCore
public import MarketModels

/// A market's database as backups need it: read through connections that only read, beside whoever writes, and copied.
public struct DatabaseCopy: Sendable {
    /// What a database holds.
    public struct Counts: Codable, Hashable, Sendable {
        public let products: Int64
        public let vendors: Int64
        public let pictures: Int64

        public init(products: Int64, vendors: Int64, pictures: Int64) {
            self.products = products
            self.vendors = vendors
            self.pictures = pictures
        }
    }

    /// Ids that are left out when a backup is restored: what was listed after it has had ids above those that it knows,
    /// and none of them may be used again. A million is more than a market lists between two backups (eleven a second
    /// for a day), and the ids last for 500 restores.
    public static let skippedIDs: Int64 = 1_000_000
    /// A product has up to five pictures.
    static let skippedPictureIDs = 5 * skippedIDs

    /// Of the database's file.
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// Copies a data folder's database as it is at one moment, and looks through the copy.
    ///
    /// - Throws: `StoreError.corrupt` where the database is damaged: it is never copied as if it were whole.
    public func make(of folder: String) throws(StoreError) {
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
            // In one step, so in one snapshot. (VACUUM INTO does not work on a connection that only reads: SQLite 3.40
            // then stumbles over generated columns.)
            try source.backup(to: target)
            // One file, without a log beside it.
            try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        } catch {
            throw StoreError(error)
        }
        let findings = try looked { try $0.structure(isQuick: true) + $0.totals() }
        if let finding = findings.first { throw .corrupt(reason: finding.text) }
    }

    public func counts() throws(StoreError) -> Counts {
        try looked { findings in
            func count(_ table: String) throws -> Int64 {
                try Int64.fetchOne(findings.database, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            return Counts(
                products: try count("product"),
                vendors: try count("vendor WHERE id > 0"),
                pictures: try count("(SELECT DISTINCT name FROM picture)")
            )
        }
    }

    /// Names of pictures that products show, each once, in their order: at most `limit` behind a name.
    public func pictures(after name: PictureName?, limit: Int) throws(StoreError) -> [PictureName] {
        try looked { findings in
            var names: [PictureName] = []
            try findings.database.forEachRow(
                "SELECT DISTINCT name FROM picture WHERE name > :name ORDER BY name LIMIT :limit",
                with: [(":name", .text(name?.hexDigits ?? "")), (":limit", .integer(Int64(limit)))]
            ) { row in
                let text = try row.text(0)
                guard let name = PictureName(text) else {
                    throw StoredFactError(reason: "a picture has an impossible name: \(text)")
                }
                names.append(name)
                return true
            }
            return names
        }
    }

    /// Those of the names that no product shows.
    public func unusedPictures(among names: Set<PictureName>) throws(StoreError) -> Set<PictureName> {
        try looked { findings in
            try names.filter {
                try Int.fetchOne(
                    findings.database,
                    sql: "SELECT 1 FROM picture WHERE name = ? LIMIT 1",
                    arguments: [$0.hexDigits]
                ) == nil
            }
        }
    }

    /// Makes a copy ready to be a market's database after a loss: no id that may have been given since is given again,
    /// and delete tokens that may have been spent since are void.
    ///
    /// - Returns: the id that products will have at least.
    public func prepareForRestore() throws(StoreError) -> Int64 {
        do {
            let queue = try DatabaseQueue(path: path)
            defer { try? queue.close() }
            return try queue.write { database in
                for (table, gap) in [
                    ("product", Self.skippedIDs), ("vendor", Self.skippedIDs), ("picture", Self.skippedPictureIDs),
                ] {
                    // Without a row of its own, a table has never had any.
                    try database.execute(
                        sql:
                            "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE ?1 NOT IN (SELECT name FROM sqlite_sequence)",
                        arguments: [table]
                    )
                    try database.execute(
                        sql: "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?",
                        arguments: [gap, table]
                    )
                }
                try database.execute(sql: "DELETE FROM delete_token; UPDATE market_state SET revision = revision + 1")
                return
                    (try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'product'") ?? 0)
                    + 1
            }
        } catch {
            throw StoreError(error)
        }
    }

    private func looked<Value>(_ body: (DatabaseFindings) throws -> Value) throws(StoreError) -> Value {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.unsafeRead { try body(DatabaseFindings(database: $0)) }
        } catch {
            throw StoreError(error)
        }
    }
}
