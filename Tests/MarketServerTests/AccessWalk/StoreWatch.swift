import GRDB

/// What of a market's database has changed since the last look, whichever part of the server has written it.
///
/// It reads the tables themselves, so that rights, tokens and records count that no page shows.
final class StoreWatch {
    private let database: DatabaseQueue
    private var version = 0
    private var rows: Set<String> = []

    /// What follows from other tables: the search index, ranks and counts.
    private static let derived = ["search", "sqlite_", "rank", "market_state"]

    /// - Parameter folder: the data folder of the market.
    init(folder: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        database = try DatabaseQueue(path: "\(folder)/market.sqlite", configuration: configuration)
        _ = try changes()
    }

    /// Returns the rows that are new, and those that are gone, since the last look.
    func changes() throws -> [String] {
        let current = try database.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        guard current != version else { return [] }
        version = current
        let now = try database.read(Self.read)
        let changes = now.subtracting(rows).map { "+ \($0)" } + rows.subtracting(now).map { "- \($0)" }
        rows = now
        return changes.sorted()
    }

    private static func read(_ database: Database) throws -> Set<String> {
        var rows: Set<String> = []
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        for table in try String.fetchAll(database, sql: sql) where !derived.contains(where: table.contains) {
            for row in try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"") {
                let values = row.filter { !$0.0.hasSuffix("_count") }.map { "\($0.0)=\($0.1)" }
                rows.insert("\(table) \(values.joined(separator: " "))")
            }
        }
        return rows
    }
}
