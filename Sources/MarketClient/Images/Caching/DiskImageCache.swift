public import Foundation

/// A least recently used cache of image files in a folder. It persists across launches: the order of use is stored in
/// the files' modification dates.
///
/// Every file has a checksum. A truncated or modified file is detected when it is read, removed, and never returned.
/// When the disk is full or the folder isn't writable, images are not stored, and writing is tried again after
/// ``pauseAfterFailure``. A folder must be used by only one cache at a time. Files in it that don't belong to the cache
/// are not touched.
///
/// The first access reads the folder, which takes about 10 µs per file.
public actor DiskImageCache: ImageDiskCaching {
    /// The default limit, 256 MB: several thousand images of a market.
    public static let defaultByteLimit = 256 << 20
    /// The number of seconds without writes after a failed write.
    public static let pauseAfterFailure = 60.0
    /// The extension of the cache's files.
    static let fileExtension = ".picture"
    /// The resolution, in seconds, that all file systems provide for dates. Successive uses differ by at least this
    /// much.
    private static let step = 0.00001

    private let folder: any CacheFolder
    private let now: @Sendable () -> Date
    private let name: @Sendable (URL) -> String
    /// The files by name.
    private var index: LeastRecentlyUsed<String, Void>
    private var hasReadFolder = false
    private var lastUse = Date.distantPast
    private var failedAt: Date?

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - folder: The folder, created on the first write. On Apple platforms, use one in the caches directory.
    ///   - byteLimit: The maximum total size of the files, in bytes.
    public init(folder: URL, byteLimit: Int = DiskImageCache.defaultByteLimit) {
        self.init(folder: DiskCacheFolder(folder: folder), byteLimit: byteLimit, now: { Date() })
    }

    init(
        folder: any CacheFolder,
        byteLimit: Int,
        now: @escaping @Sendable () -> Date,
        name: @escaping @Sendable (URL) -> String = { Checksum(of: $0.absoluteString).hexadecimal }
    ) {
        self.folder = folder
        self.now = now
        self.name = { name($0) + Self.fileExtension }
        index = LeastRecentlyUsed(costLimit: byteLimit)
    }

    /// The total size of the files, in bytes. It never exceeds the limit unless files can't be removed.
    public var totalByteCount: Int {
        readFolder()
        return index.totalCost
    }

    /// Returns the bytes of an image and marks it as used; nil if it is not stored or its file is damaged.
    public func data(for url: URL) -> Data? {
        readFolder()
        let name = name(url)
        // Missing files are known from the index, without access to the disk.
        guard index.contains(name) else { return nil }
        guard let bytes = try? folder.read(name), let file = CachedImageFile(bytes: bytes) else {
            removeFile(name)
            return nil
        }
        // Another URL with the same hash: its file stays until an image is stored for this URL.
        guard file.url == url else { return nil }
        _ = index.value(for: name)
        try? folder.touch(name, at: nextUse())
        return file.image
    }

    /// Stores the bytes of an image, unless they alone exceed the limit or a write failed recently.
    public func insert(_ data: Data, for url: URL) {
        readFolder()
        let bytes = CachedImageFile(url: url, image: data).bytes
        let name = name(url)
        guard bytes.count <= index.costLimit, !isPausing else { return }
        removeFile(name)
        do {
            guard makeRoom(for: bytes.count) else { return }
            try folder.write(bytes, as: name)
            failedAt = nil
        } catch {
            failedAt = now()
            return
        }
        index.insert((), cost: bytes.count, for: name)
        try? folder.touch(name, at: nextUse())
    }

    /// Removes an image, if it is stored.
    public func remove(_ url: URL) {
        readFolder()
        removeFile(name(url))
    }

    /// Removes all images.
    public func removeAll() {
        readFolder()
        while let oldest = index.oldest { removeFile(oldest) }
    }

    // MARK: Folder

    /// Reads the folder into the index, once.
    private func readFolder() {
        guard !hasReadFolder else { return }
        hasReadFolder = true
        let limit = index.costLimit
        index.costLimit = .max
        for file in ((try? folder.files()) ?? []).sorted(by: { $0.usedAt < $1.usedAt }) {
            if file.name.hasSuffix(Self.fileExtension + DiskCacheFolder.unfinished) {
                // An earlier process ended while writing this file.
                try? folder.remove(file.name)
            } else if file.name.hasSuffix(Self.fileExtension) {
                index.insert((), cost: file.byteCount, for: file.name)
                lastUse = file.usedAt
            }
        }
        index.costLimit = limit
        makeRoom(for: 0)
    }

    /// Removes the least recently used files to make room for a new one.
    ///
    /// - Returns: false if a file can't be removed.
    @discardableResult
    private func makeRoom(for byteCount: Int) -> Bool {
        while index.totalCost > index.costLimit - byteCount, let oldest = index.oldest {
            do {
                try folder.remove(oldest)
            } catch {
                failedAt = now()
                return false
            }
            index.remove(oldest)
        }
        return true
    }

    private func removeFile(_ name: String) {
        guard index.remove(name) != nil else { return }
        try? folder.remove(name)
    }

    /// Returns a date later than every earlier use, even if the clock was set back or hasn't advanced.
    private func nextUse() -> Date {
        lastUse = max(now(), lastUse.addingTimeInterval(Self.step))
        return lastUse
    }

    private var isPausing: Bool {
        guard let failedAt else { return false }
        return (0..<Self.pauseAfterFailure).contains(now().timeIntervalSince(failedAt))
    }
}

/// A disk cache of image files with a size limit.
///
/// A cache may lose any entry at any time, but must never return other bytes than were stored. Therefore no method
/// throws.
public protocol ImageDiskCaching: Sendable {
    /// Returns the bytes stored for a URL and marks them as used; nil if there are none or they are damaged.
    func data(for url: URL) async -> Data?
    /// Stores bytes for a URL, if there is enough space.
    func insert(_ data: Data, for url: URL) async
    /// Removes the bytes stored for a URL, if any.
    func remove(_ url: URL) async
}
