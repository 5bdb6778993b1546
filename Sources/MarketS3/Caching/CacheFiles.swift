internal import Foundation
internal import MarketCore
internal import MarketHashing
internal import MarketModels

/// The files of an image cache. The name of a full rendition is its hash; each other file has the hash of its content at
/// its end. The operations block.
///
/// Nothing is synced: a file that a power cut damages doesn't fit its hash, and is fetched again.
struct CacheFiles: Sendable {
    let folder: String

    func path(of key: String) -> String { "\(folder)/\(key.prefix(2))/\(key)" }

    /// Returns the complete files with their sizes, oldest first, and removes the others.
    func scan() throws(MarketError) -> [(key: String, byteCount: Int)] {
        try makeFolder(folder)
        try makeFolder(incoming)
        for name in try names(in: incoming) { unlink("\(incoming)/\(name)") }
        var files: [(key: String, byteCount: Int, changedAt: Int64)] = []
        for part in try names(in: folder) where part.utf8.count == 2 {
            for key in try names(in: "\(folder)/\(part)") {
                guard ImageName(ofFile: key) != nil, let file = status(of: path(of: key)) else {
                    unlink("\(folder)/\(part)/\(key)")
                    continue
                }
                files.append((key, file.byteCount, file.changedAt))
            }
        }
        return files.sorted { $0.changedAt < $1.changedAt }.map { ($0.key, $0.byteCount) }
    }

    /// Returns the file of a key if its content fits its hash, or nil. A damaged file is removed.
    func verified(_ key: String) -> StoredFile? {
        let path = path(of: key)
        // The status is read before the content, so that a change in between is detected later.
        guard let status = status(of: path),
            let bytes = FileManager.default.contents(atPath: path).map(Array.init), bytes.count == status.byteCount,
            let trailerByteCount = Self.trailerByteCount(of: bytes, key)
        else {
            unlink(path)
            return nil
        }
        return StoredFile(
            path: path,
            byteCount: status.byteCount - trailerByteCount,
            trailerByteCount: trailerByteCount,
            changedAt: status.changedAt
        )
    }

    /// Returns the length of the hash at the end of a file, or nil if the content doesn't fit its hash.
    private static func trailerByteCount(of bytes: [UInt8], _ key: String) -> Int? {
        if let name = ImageKey.name(ofFull: key) { return ImageName(contentOf: bytes) == name ? 0 : nil }
        guard bytes.count > SHA256.byteCount,
            SHA256.hash(Array(bytes.dropLast(SHA256.byteCount))) == Array(bytes.suffix(SHA256.byteCount))
        else { return nil }
        return SHA256.byteCount
    }

    /// Writes a file, in place of an existing one.
    func store(_ bytes: [UInt8], as key: String) throws(MarketError) -> StoredFile {
        let path = path(of: key)
        let temporary = "\(incoming)/\(String.randomUUID())"
        let trailer = ImageKey.name(ofFull: key) == nil ? SHA256.hash(bytes) : []
        do throws(MarketError) {
            try create(temporary, bytes + trailer)
            if rename(temporary, path) != 0 {
                guard errno == ENOENT else { throw failure("rename", temporary) }
                try makeFolder(String(path.dropLast(key.count + 1)))
                guard rename(temporary, path) == 0 else { throw failure("rename", temporary) }
            }
        } catch {
            unlink(temporary)
            throw error
        }
        guard let status = status(of: path) else { throw failure("stat", path) }
        return StoredFile(
            path: path,
            byteCount: bytes.count,
            trailerByteCount: trailer.count,
            changedAt: status.changedAt
        )
    }

    func remove(_ keys: [String]) {
        for key in keys { unlink(path(of: key)) }
    }

    private var incoming: String { "\(folder)/incoming" }

    private func status(of path: String) -> FileStatus? {
        (try? FileStatus(of: path)).flatMap { $0.isRegularFile ? $0 : nil }
    }

    private func create(_ path: String, _ bytes: [UInt8]) throws(MarketError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("create", path) }
        defer { close(descriptor) }
        do { try bytes.write(to: descriptor) } catch { throw MarketError(error, "can't write \(path)") }
    }

    private func makeFolder(_ path: String) throws(MarketError) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure("make folder", path) }
    }

    private func names(in folder: String) throws(MarketError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unavailable(reason: "can't list \(folder): \(error)")
        }
    }

    /// Returns the error of the call that has just failed, from `errno`.
    private func failure(_ action: String, _ path: String) -> MarketError {
        MarketError(.last, "can't \(action) \(path)")
    }
}
