import Foundation
import MarketSQLite

/// What a backup holds: `manifest.json`, written last. Without it there is no backup, or one that was interrupted.
struct BackupManifest: Codable {
    static let fileName = "manifest.json"
    static let currentFormat = 1

    struct DatabaseFile: Codable {
        let name: String
        let byteCount: Int
        /// BLAKE2b-256, in hexadecimal digits.
        let digest: String
    }

    let format: Int
    let madeAt: Date
    /// Of the program.
    let version: String
    let database: DatabaseFile
    let counts: DatabaseCopy.Counts
    /// Pictures that products show and that were missing or damaged in the market itself.
    let lostPictures: [String]

    /// - Throws: ``CommandFailure`` that says what is wrong with the backup.
    static func read(in folder: String) throws -> BackupManifest {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(fileName)") else {
            throw CommandFailure("\(folder) isn't a complete backup: it has no \(fileName).")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let manifest = try? decoder.decode(BackupManifest.self, from: bytes) else {
            throw CommandFailure("\(folder)/\(fileName) can't be read.")
        }
        guard manifest.format == currentFormat else {
            throw CommandFailure("\(folder) was made by a newer version of Open Market.")
        }
        return manifest
    }

    /// Takes the place of the manifest before, at once and for good.
    func write(in folder: String) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let path = "\(folder)/\(Self.fileName)"
        try encoder.encode(self).write(to: URL(filePath: path + ".unfinished"))
        try LastingFiles.sync(path + ".unfinished")
        try LastingFiles.rename(path + ".unfinished", to: path)
        try LastingFiles.sync(folder)
    }

    /// Compares the database's file with its hash.
    func checkDatabase(in folder: String) throws {
        let path = "\(folder)/\(database.name)"
        guard FileManager.default.fileExists(atPath: path), try FileDigest.hex(of: path) == database.digest else {
            throw CommandFailure("The backup in \(folder) is damaged: \(database.name) isn't what was written.")
        }
    }
}
