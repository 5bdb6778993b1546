internal import Foundation

/// A cache folder in the file system, created on the first write.
struct DiskCacheFolder: CacheFolder {
    /// The suffix of files that are being written.
    static let unfinished = ".part"

    let folder: URL

    func files() throws -> [CacheFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return []
        }
        return names.compactMap { name in
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path(name)),
                attributes[.type] as? FileAttributeType == .typeRegular
            else { return nil }
            return CacheFile(
                name: name,
                byteCount: (attributes[.size] as? NSNumber)?.intValue ?? 0,
                usedAt: attributes[.modificationDate] as? Date ?? .distantPast
            )
        }
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name, directoryHint: .notDirectory))
    }

    /// Writes without `fsync`, which would take milliseconds: a file damaged by a crash doesn't match its checksum.
    func write(_ bytes: Data, as name: String) throws {
        let unfinished = path(name + Self.unfinished)
        do {
            try create(unfinished)
            let handle = try FileHandle(forWritingTo: URL(filePath: unfinished, directoryHint: .notDirectory))
            defer { try? handle.close() }
            try handle.write(contentsOf: bytes)
            try remove(name)
            try FileManager.default.moveItem(atPath: unfinished, toPath: path(name))
        } catch {
            try? FileManager.default.removeItem(atPath: unfinished)
            throw error
        }
    }

    func touch(_ name: String, at date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }

    func remove(_ name: String) throws {
        do {
            try FileManager.default.removeItem(atPath: path(name))
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // The file is gone already: the system may clear caches at any time.
        }
    }

    private func create(_ path: String) throws {
        if FileManager.default.createFile(atPath: path, contents: nil) { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    private func path(_ name: String) -> String {
        folder.appending(path: name, directoryHint: .notDirectory).path
    }
}

/// The file operations of the disk cache. Tests replace it, for example to simulate a full disk.
protocol CacheFolder: Sendable {
    func files() throws -> [CacheFile]
    func read(_ name: String) throws -> Data
    /// Writes a file atomically: under its name there is either the complete file or none.
    func write(_ bytes: Data, as name: String) throws
    /// Sets the time of a file's last use.
    func touch(_ name: String, at date: Date) throws
    /// Removes a file. A missing file is not an error.
    func remove(_ name: String) throws
}

/// A file in the folder of a cache.
struct CacheFile: Hashable, Sendable {
    let name: String
    let byteCount: Int
    let usedAt: Date
}
