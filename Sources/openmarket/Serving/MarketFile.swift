import Foundation
import MarketCommands
import MarketCore

/// What a data folder says about where its market is, in the file `market.json`. A folder without it has the database and the
/// images itself.
struct MarketFile: Codable, Equatable {
    static let name = "market.json"

    /// The name of the market if its database is in PostgreSQL. The database has the same name, so that images are never
    /// regarded as unused because of another market's database.
    var postgres: String?
    /// Where the images are, if they are in an object store.
    var objects: S3Images.Binding?
    /// The number by which a database in PostgreSQL knows that the images are in this folder.
    var images: String?
    /// The name of the database's market to which this one is being moved, so that only the same move is continued.
    var movingToPostgres: String?
    /// The name that the market has in the object store to which its images are being moved.
    var movingToObjects: String?

    /// Returns what a folder says; nothing if there is no such file.
    static func read(in folder: String) throws(CommandFailure) -> MarketFile {
        let path = "\(folder)/\(name)"
        guard access(path, F_OK) == 0 else {
            let error = SystemError.last
            if error.number == ENOENT || error.number == ENOTDIR { return MarketFile() }
            throw access(folder, R_OK | X_OK) == 0
                ? CommandFailure("\(path) can't be read: \(error).") : .noMarket(in: folder)
        }
        do {
            return try JSONDecoder().decode(MarketFile.self, from: Data(contentsOf: URL(filePath: path)))
        } catch is DecodingError {
            throw CommandFailure("\(path), which says where the market is, is damaged. Put it back from a copy.")
        } catch {
            throw CommandFailure("\(path) can't be read: \(error.localizedDescription)")
        }
    }

    /// Changes what a folder says, in one step. The change is on disk when this returns.
    static func change(in folder: String, _ body: (inout MarketFile) -> Void) throws {
        let before = try read(in: folder)
        var file = before
        body(&file)
        guard file != before else { return }
        let path = "\(folder)/\(name)"
        if file == MarketFile() {
            try FileManager.default.removeItem(atPath: path)
        } else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (encoder.encode(file) + Data("\n".utf8)).write(to: URL(filePath: path), options: .atomic)
            try SyncedFiles.sync(path)
        }
        try SyncedFiles.sync(folder)
    }
}
