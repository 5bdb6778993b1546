internal import Foundation
internal import GRDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A copy of the whole database, made before a migration touches what people have stored.
struct MigrationBackup {
    /// The data folder.
    let folder: String

    /// Writes `backups/market-before-<migration>-<time>.sqlite` into the data folder. When it returns, the copy is
    /// on disk, and it is never there in part.
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
            try Self.synchronise(unfinished)
            guard rename(unfinished, "\(backups)/\(name)") == 0 else {
                throw POSIXError(.init(rawValue: errno) ?? .EIO)
            }
            try Self.synchronise(backups)
        } catch {
            try? FileManager.default.removeItem(atPath: unfinished)
            throw error
        }
    }

    private static func fileNamePart(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    /// UTC, without characters that file systems mind: `20260131T235959Z`.
    private static func stamp(_ time: Date) -> String {
        time.ISO8601Format().filter { $0.isLetter || $0.isNumber }
    }

    /// Waits until a file, or what a folder lists, is on disk.
    private static func synchronise(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
}
