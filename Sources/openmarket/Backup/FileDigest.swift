import Foundation
import MarketCommands
import MarketCore
import MarketHashing
import MarketModels

/// The BLAKE2b hash of a file, which is read in chunks.
enum FileDigest {
    private static let byteCount = 32
    private static let pieceByteCount = 1 << 20

    static func hex(of path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        var hash = BLAKE2b(byteCount: byteCount)
        while let piece = try file.read(upToCount: pieceByteCount), !piece.isEmpty { hash.update(Array(piece)) }
        return hash.finalize().hexDigits
    }
}

/// Durable operations on files and folders.
enum SyncedFiles {
    /// Waits until a file, or the entries of a folder, are on disk.
    static func sync(_ path: String) throws {
        do {
            try FileSync.sync(path: path)
        } catch {
            throw CommandFailure("\(path): \(error).")
        }
    }

    static func rename(_ path: String, to destination: String) throws {
        guard Foundation.rename(path, destination) == 0 else { throw failure(path) }
    }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Returns a path at which nothing exists yet, with the current time in UTC in its name: `…20260131T235959Z`. Two
    /// commands may run in the same second; the second one gets `…20260131T235959Z-2`.
    static func newPath(_ start: String, ending: String = "") -> String {
        let start = start + Date().ISO8601Format().filter { $0.isLetter || $0.isNumber }
        var path = start + ending
        var number = 1
        while FileManager.default.fileExists(atPath: path) {
            number += 1
            path = "\(start)-\(number)\(ending)"
        }
        return path
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("\(path): \(SystemError.last).")
    }
}
