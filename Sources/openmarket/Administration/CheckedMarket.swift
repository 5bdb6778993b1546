import MarketCommands
import MarketCore
import MarketModels
import MarketPostgres
import MarketSQLite

/// What the check of images reads from a market's database.
protocol CheckedImages {
    /// Returns the number of distinct images in use.
    func imageCount() async throws(MarketError) -> Int
    /// Returns the distinct names of images in use, in ascending order: at most `limit` of them, after `name`.
    func images(after name: ImageName?, limit: Int) async throws(MarketError) -> [ImageName]
    /// Returns those of the names that no product uses.
    func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName>
}

extension CheckedImages {
    /// Calls `body` with the distinct names of all images in use, in ascending order, a thousand at a time.
    func forEachBatch(_ body: ([ImageName]) async throws -> Void) async throws {
        var last: ImageName?
        while true {
            let names = try await images(after: last, limit: 1000)
            guard let next = names.last else { return }
            try await body(names)
            last = next
        }
    }
}

extension DatabaseCopy: CheckedImages {
    func imageCount() async throws(MarketError) -> Int { Int(try counts().images) }
}

extension PostgresCheck: CheckedImages {}

/// The check of a market whose database is in PostgreSQL.
struct PostgresMarketCheck {
    let folder: String
    let check: PostgresCheck

    init(folder: String, address: String) throws(PostgresOpeningError) {
        self.folder = folder
        check = PostgresCheck(settings: try PostgresSettings(address: address))
    }

    /// Prints what is found in the database.
    ///
    /// - Returns: the problems, or nil if the database can't be read.
    func run() async throws -> [String]? {
        guard try await check.marketName() == MarketFile.read(in: folder).postgres else {
            throw CommandFailure("The pictures in \(folder) belong to a market in another database.")
        }
        let line = StatusLine()
        defer { line.end() }
        do {
            let outcome = try await check.run { step, count in line.show(count.map { "\(step): \($0)" } ?? step) }
            line.end()
            print("Database: \(outcome.productCount) products read, \(CheckCommand.describe(outcome.findings.count))")
            for finding in outcome.findings { print("  \(finding)") }
            return outcome.findings
        } catch .damaged(let reason) {
            line.end()
            print("Database: it can't be read (\(reason))")
            return nil
        } catch {
            throw CommandFailure("The database can't be checked: \(error.explanation).")
        }
    }
}
