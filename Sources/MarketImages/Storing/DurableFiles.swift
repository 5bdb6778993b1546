import Foundation
internal import MarketCore
internal import MarketModels

/// File operations that are durable when they return, unless stated otherwise. They block.
struct DurableFiles: Sendable {
    /// The function to write with, `write(2)` by default. Tests replace it to simulate a full disk.
    var writeBytes: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { write($0, $1.baseAddress, $1.count) }

    /// Returns the status of a regular file, or nil if there is none.
    func status(of path: String) throws(MarketError) -> FileStatus? {
        guard let status = try Self.status(path), status.isRegularFile else { return nil }
        return status
    }

    /// Returns all bytes of a file, or nil if there is none.
    func read(_ path: String) throws(MarketError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Self.failure("open", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure("stat", path) }
        // One more byte than the file has, to detect its end.
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var count = 0
        while true {
            let readCount = bytes.withUnsafeMutableBytes { space in
                Foundation.read(descriptor, space.baseAddress.map { $0 + count }, space.count - count)
            }
            if readCount < 0 {
                if errno == EINTR { continue }
                throw Self.failure("read", path)
            }
            if readCount == 0 { break }
            count += readCount
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Creates a new file. A file that can't be written completely is removed.
    func create(_ path: String, holding bytes: [UInt8]) throws(MarketError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("create", path) }
        do throws(MarketError) {
            defer { close(descriptor) }
            do { try bytes.write(to: descriptor, by: writeBytes) } catch {
                throw MarketError(error, "can't write \(path)")
            }
            try Self.sync(descriptor, path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Creates a file or replaces it as a whole. The change is durable when the folder has been synced.
    ///
    /// - Parameter incoming: a folder of incomplete files on the same file system.
    func replace(_ path: String, with bytes: [UInt8], through incoming: String) throws(MarketError) {
        let temporary = "\(incoming)/\(UUID().uuidString)"
        try create(temporary, holding: bytes)
        do throws(MarketError) {
            try rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Moves a file. If that fails, it stays in place. The change is durable when both folders have been synced.
    func rename(_ path: String, to destination: String) throws(MarketError) {
        guard Foundation.rename(path, destination) == 0 else { throw Self.failure("rename", path) }
    }

    /// Removes an empty folder if it exists.
    func removeFolder(_ path: String) throws(MarketError) {
        guard rmdir(path) == 0 || errno == ENOENT else { throw Self.failure("remove", path) }
    }

    /// Returns the modification time of a file or folder, or nil if there is none.
    func changeTime(of path: String) throws(MarketError) -> Timestamp? {
        try Self.status(path).map { Timestamp(millisecondsSinceEpoch: $0.changedAt / 1_000_000) }
    }

    /// Syncs a file, or a folder and the names in it.
    func sync(_ path: String) throws(MarketError) {
        do { try FileSync.sync(path: path) } catch { throw MarketError(error, "can't sync \(path)") }
    }

    /// Creates a folder and its parents if they don't exist.
    func makeFolder(_ path: String) throws(MarketError) {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else { throw Self.failure("make folder", path) }
        let parent = (path as NSString).deletingLastPathComponent
        guard !parent.isEmpty, parent != path else { throw Self.failure("make folder", path) }
        try makeFolder(parent)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw Self.failure("make folder", path) }
        try sync(parent)
    }

    /// Removes a file if it exists.
    func remove(_ path: String) throws(MarketError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw Self.failure("remove", path) }
    }

    /// Returns the names in a folder, or nothing if there is none.
    func names(in folder: String) throws(MarketError) -> [String] {
        guard let stream = opendir(folder) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw Self.failure("list", folder)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func status(_ path: String) throws(MarketError) -> FileStatus? {
        do { return try FileStatus(of: path) } catch { throw MarketError(error, "can't stat \(path)") }
    }

    private static func sync(_ descriptor: Int32, _ path: String) throws(MarketError) {
        do { try FileSync.sync(descriptor) } catch { throw MarketError(error, "can't sync \(path)") }
    }

    /// Returns the error of the call that has just failed, from `errno`.
    private static func failure(_ action: String, _ path: String) -> MarketError {
        MarketError(.last, "can't \(action) \(path)")
    }
}
