internal import Foundation
internal import GRDB
internal import MarketCore

/// A copy of the whole database, made before a migration changes stored data.
struct MigrationBackup {
    let folder: String

    /// Writes `backups/market-before-<migration>-<time>.sqlite` into the data folder. The copy is durable when the
    /// function returns, and an incomplete copy never has this name.
    func make(of database: Database, before migration: String, at time: Date) throws {
        let backups = folder + "/backups"
        try FileManager.default.createDirectory(
            atPath: backups,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let name = "market-before-\(Self.fileNamePart(migration))-\(Self.stamp(time)).sqlite"
        let unfinished = "\(backups)/\(name).unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        do {
            try database.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
            try FileSync.sync(path: unfinished)
            guard rename(unfinished, "\(backups)/\(name)") == 0 else {
                throw SystemError.last
            }
            try FileSync.sync(path: backups)
        } catch {
            try? FileManager.default.removeItem(atPath: unfinished)
            throw error
        }
    }

    private static func fileNamePart(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    /// Returns the time in UTC, without characters that are problematic in file names: `20260131T235959Z`.
    private static func stamp(_ time: Date) -> String {
        time.ISO8601Format().filter { $0.isLetter || $0.isNumber }
    }
}
