import Foundation
import MarketCommands
import MarketCore
import MarketSQLite

/// The manifest of a backup, `manifest.json`. It is written last, so a backup without it is incomplete.
struct BackupManifest: Codable {
    static let fileName = "manifest.json"
    static let currentFormat = 1

    struct DatabaseFile: Codable {
        let name: String
        let byteCount: Int
        /// The BLAKE2b-256 hash in hexadecimal digits.
        let digest: String
    }

    /// The place of the images in an object store.
    struct Bucket: Codable {
        /// The name of the market, which is also in the store.
        let market: String
        let address: String
    }

    let format: Int
    let madeAt: Date
    let version: String
    let database: DatabaseFile
    let counts: DatabaseCopy.Counts
    /// The images that products show but that were missing or damaged in the market itself.
    let lostImages: [String]
    /// Where the images were; nil for the data folder.
    let bucket: Bucket?

    private enum CodingKeys: String, CodingKey {
        case format, madeAt, version, database, counts, bucket
        case lostImages = "lostPictures"
    }

    /// Returns what to say of a backup that was given as a market's folder; nil for a folder that is none.
    static func misuse(of folder: String) -> CommandFailure? {
        let isBackup = FileManager.default.fileExists(atPath: "\(folder)/\(fileName)")
        guard isBackup, !SQLiteProductStore.hasMarket(in: folder) else { return nil }
        return CommandFailure(
            """
            \(folder) is a backup, not a market's folder. Nothing was changed. Restore it into another folder with 'openmarket \
            restore \(folder) --data FOLDER', and use that one.
            """
        )
    }

    /// - Throws: ``CommandFailure`` that describes what is wrong with the backup.
    static func read(in folder: String) throws -> BackupManifest {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(fileName)") else {
            let path = "\(folder)/\(fileName)"
            guard access(path, R_OK) == 0 || SystemError.last.number != EACCES else {
                throw CommandFailure(
                    "\(folder) can't be read. The user to whom the market belongs must be able to, also if root runs the command."
                )
            }
            guard FileManager.default.fileExists(atPath: folder) else {
                throw CommandFailure("There's no folder \(folder).")
            }
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

    /// Replaces the previous manifest atomically and durably.
    func write(in folder: String) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let path = "\(folder)/\(Self.fileName)"
        try encoder.encode(self).write(to: URL(filePath: path + ".unfinished"))
        try SyncedFiles.sync(path + ".unfinished")
        try SyncedFiles.rename(path + ".unfinished", to: path)
        try SyncedFiles.sync(folder)
    }

    /// Compares the database file with its hash.
    func checkDatabase(in folder: String) throws {
        let path = "\(folder)/\(database.name)"
        guard FileManager.default.fileExists(atPath: path), try FileDigest.hex(of: path) == database.digest else {
            throw CommandFailure("The backup in \(folder) is damaged: \(database.name) isn't what was written.")
        }
    }
}

extension DatabaseCopy.Counts {
    /// What there is: “3 products, 1 vendor and 5 pictures”.
    var text: String {
        let (products, vendors) = (DisplayText.count(products, "product"), DisplayText.count(vendors, "vendor"))
        return "\(products), \(vendors) and \(DisplayText.count(images, "picture"))"
    }
}
