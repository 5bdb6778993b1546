import CSodium
import Foundation

/// BLAKE2b over a file, read in pieces.
enum FileDigest {
    private static let byteCount = 32
    private static let pieceByteCount = 1 << 20

    static func hex(of path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        // The state's type is not imported: it asks for an alignment that Swift does not know.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
        defer { memory.deallocate() }
        let state = OpaquePointer(memory)
        crypto_generichash_init(state, nil, 0, byteCount)
        while let piece = try file.read(upToCount: pieceByteCount), !piece.isEmpty {
            let bytes = Array(piece)
            crypto_generichash_update(state, bytes, UInt64(bytes.count))
        }
        var digest = [UInt8](repeating: 0, count: byteCount)
        crypto_generichash_final(state, &digest, digest.count)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Files and folders that last.
enum LastingFiles {
    /// Waits until a file, or what a folder lists, is on disk.
    static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
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

    /// UTC, without characters that file systems mind: `20260131T235959Z`.
    static func stamp(_ time: Date) -> String { time.ISO8601Format().filter { $0.isLetter || $0.isNumber } }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("\(path): \(String(cString: strerror(errno))).")
    }
}
