internal import CoreMetrics
internal import MarketCore
internal import MarketModels
internal import Synchronization

/// A bounded cache of images in a folder of this machine, which one process uses.
///
/// A file is compared with its hash before it is first returned by this process. When the cache is full, the files go that
/// were not used for the longest time.
final class ImageCache: Sendable {
    private struct Entry {
        /// Nil until the file was found intact by this process.
        var file: StoredFile?
        /// The size of the file on disk.
        let byteCount: Int
        var lastUse: UInt64
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var byteCount = 0
        var useCount: UInt64 = 0
        var removalCount: UInt64 = 0
    }

    /// What is waited for, in errors.
    private static let purpose = "the image cache"
    /// What is counted for a file besides its content, because a disk stores blocks.
    private static let overhead = 4096

    let limit: Int
    private let files: CacheFiles
    private let state = Mutex(State())
    private let executor = BoundedExecutor(name: "image-cache", width: 4)
    private let hits = Counter(label: "openmarket_image_cache_hits_total")
    private let misses = Counter(label: "openmarket_image_cache_misses_total")
    private let evictions = Counter(label: "openmarket_image_cache_evictions_total")
    private let bytes = Gauge(label: "openmarket_image_cache_bytes")

    /// - Parameter limit: the maximum size of all files in bytes.
    init(folder: String, limit: Int) {
        files = CacheFiles(folder: folder)
        self.limit = limit
    }

    /// The number of files, and their size in bytes.
    var contents: (count: Int, byteCount: Int) { state.withLock { ($0.entries.count, $0.byteCount) } }

    /// A counter that changes whenever images are removed.
    var removalCount: UInt64 { state.withLock { $0.removalCount } }

    /// The names of the images of which there is a file.
    var names: Set<ImageName> { Set(state.withLock { Array($0.entries.keys) }.compactMap { ImageName(ofFile: $0) }) }

    /// Finds the files that an earlier process has left. Call it once, before the cache is used.
    func open() async throws(MarketError) {
        let found = try await executor.run(waitingFor: Self.purpose) { [files] in try files.scan()
        }
        state.withLock { state in
            for (key, byteCount) in found {
                state.useCount += 1
                state.byteCount += byteCount + Self.overhead
                state.entries[key] = Entry(file: nil, byteCount: byteCount + Self.overhead, lastUse: state.useCount)
            }
        }
        await makeRoom()
    }

    /// Returns a file that this process has found intact, or nil.
    func known(_ key: String) -> StoredFile? {
        let file = state.withLock { state -> StoredFile? in
            guard let file = state.entries[key]?.file else { return nil }
            state.useCount += 1
            state.entries[key]?.lastUse = state.useCount
            return file
        }
        if file != nil { hits.increment() }
        return file
    }

    /// Returns a file after comparing it with its hash, or nil if there is none or it is damaged.
    func verified(_ key: String) async throws(MarketError) -> StoredFile? {
        if let file = known(key) { return file }
        guard state.withLock({ $0.entries[key] != nil }) else { return nil }
        let file = try await executor.run(waitingFor: Self.purpose) { [files] in
            files.verified(key)
        }
        state.withLock { state in
            if file != nil { state.entries[key]?.file = file } else { Self.forget([key], in: &state) }
        }
        if file != nil { hits.increment() }
        return file
    }

    /// Stores an image.
    ///
    /// - Throws: `MarketError.storageFull` if the disk has no room for it even after half of the cache was removed.
    func store(_ bytes: [UInt8], as key: String) async throws(MarketError) -> StoredFile {
        do {
            return try await write(bytes, as: key)
        } catch .storageFull {
            await makeRoom(upTo: contents.byteCount / 2)
            return try await write(bytes, as: key)
        }
    }

    private func write(_ bytes: [UInt8], as key: String) async throws(MarketError) -> StoredFile {
        let file = try await executor.run(waitingFor: Self.purpose) { [files] in
            try files.store(bytes, as: key)
        }
        let byteCount = file.byteCount + file.trailerByteCount + Self.overhead
        state.withLock { state in
            Self.forget([key], in: &state)
            state.useCount += 1
            state.byteCount += byteCount
            state.entries[key] = Entry(file: file, byteCount: byteCount, lastUse: state.useCount)
        }
        misses.increment()
        await makeRoom()
        return file
    }

    /// Has a file compared with its hash again before it is returned.
    func invalidate(_ file: StoredFile) {
        let key = String(file.path.split(separator: "/").last ?? "")
        state.withLock { $0.entries[key]?.file = nil }
    }

    /// Removes all files of images.
    func remove(_ names: Set<ImageName>) async {
        let keys = state.withLock { state in
            state.removalCount += 1
            let keys = names.flatMap(\.files).filter { state.entries[$0] != nil }
            Self.forget(keys, in: &state)
            return keys
        }
        if !keys.isEmpty { await delete(keys) }
    }

    /// Removes the files that were not used for the longest time, a tenth more than necessary.
    private func makeRoom(upTo wanted: Int? = nil) async {
        let limit = wanted ?? limit
        let keys = state.withLock { state -> [String] in
            guard state.byteCount > limit else { return [] }
            var excess = state.byteCount - (wanted ?? limit / 10 * 9)
            var keys: [String] = []
            for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                if excess <= 0 { break }
                excess -= entry.byteCount
                keys.append(key)
            }
            Self.forget(keys, in: &state)
            return keys
        }
        bytes.record(contents.byteCount)
        guard !keys.isEmpty else { return }
        evictions.increment(by: keys.count)
        await delete(keys)
    }

    private func delete(_ keys: [String]) async {
        // What isn't deleted because the task was cancelled is found by the next start.
        _ = try? await executor.run(waitingFor: Self.purpose) { [files] in files.remove(keys) }
    }

    private static func forget(_ keys: [String], in state: inout State) {
        for key in keys {
            if let entry = state.entries.removeValue(forKey: key) { state.byteCount -= entry.byteCount }
        }
    }
}
