import Foundation
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

    /// Formats a time in UTC without characters that some file systems reject: `20260131T235959Z`.
    static func stamp(_ time: Date) -> String { time.ISO8601Format().filter { $0.isLetter || $0.isNumber } }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("\(path): \(SystemError.last).")
    }
}
