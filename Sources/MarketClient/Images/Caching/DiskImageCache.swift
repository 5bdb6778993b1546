public import Foundation

/// Pictures in a folder, of which the ones go that were not used for longest. It outlives the process: the order in
/// which they were used is kept in the files' dates.
///
/// Every file carries a checksum, so one that was cut off or changed is noticed when it is read, removed, and not given
/// out. When the disk is full or the folder can't be written to, pictures just aren't kept, and it is tried again after
/// ``pauseAfterFailure``. A folder belongs to one cache at a time; files in it that are not the cache's stay untouched.
///
/// The first use reads the folder: about 10 µs per file.
public actor DiskImageCache: ImageDiskCaching {
    /// 256 MB: several thousand pictures of a market.
    public static let usualByteLimit = 256 << 20
    /// Seconds for which nothing is written after a write has failed.
    public static let pauseAfterFailure = 60.0
    /// Of the files.
    static let fileExtension = ".picture"
    /// File systems keep dates this exactly at least, in seconds: two uses are never closer together.
    private static let step = 0.00001

    private let folder: any CacheFolder
    private let now: @Sendable () -> Date
    private let name: @Sendable (URL) -> String
    /// By file name.
    private var index: LeastRecentlyUsed<String, Void>
    private var hasReadFolder = false
    private var lastUse = Date.distantPast
    private var failedAt: Date?

    /// - Parameters:
    ///   - folder: made when there is something to keep. On Apple systems one within the caches folder.
    ///   - byteLimit: bytes of all files together.
    public init(folder: URL, byteLimit: Int = DiskImageCache.usualByteLimit) {
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

    /// Bytes of all files together, never above ``byteLimit`` unless files can't be removed.
    public var totalByteCount: Int {
        readFolder()
        return index.totalCost
    }

    /// Bytes that all files may take together.
    public var byteLimit: Int { index.costLimit }

    /// Lowering the limit removes files at once.
    public func setByteLimit(_ byteLimit: Int) {
        readFolder()
        index.costLimit = byteLimit
        makeRoom(for: 0)
    }

    public func data(for url: URL) -> Data? {
        readFolder()
        let name = name(url)
        // What is not in the index costs no look at the disk.
        guard index.contains(name) else { return nil }
        guard let bytes = try? folder.read(name), let file = CachedPictureFile(bytes: bytes) else {
            drop(name)
            return nil
        }
        // Another address with the same hash: it stays until this one is kept in its place.
        guard file.url == url else { return nil }
        _ = index.value(for: name)
        try? folder.touch(name, at: nextUse())
        return file.picture
    }

    public func keep(_ data: Data, for url: URL) {
        readFolder()
        let bytes = CachedPictureFile(url: url, picture: data).bytes
        let name = name(url)
        guard bytes.count <= index.costLimit, !isPausing else { return }
        drop(name)
        do {
            guard makeRoom(for: bytes.count) else { return }
            try folder.write(bytes, as: name)
            failedAt = nil
        } catch {
            failedAt = now()
            return
        }
        index.keep((), cost: bytes.count, for: name)
        try? folder.touch(name, at: nextUse())
    }

    public func remove(_ url: URL) {
        readFolder()
        drop(name(url))
    }

    public func removeAll() {
        readFolder()
        while let oldest = index.oldest { drop(oldest) }
    }

    // MARK: The folder

    /// Learns what the folder holds, once.
    private func readFolder() {
        guard !hasReadFolder else { return }
        hasReadFolder = true
        let limit = index.costLimit
        index.costLimit = .max
        for file in ((try? folder.files()) ?? []).sorted(by: { $0.usedAt < $1.usedAt }) {
            if file.name.hasSuffix(Self.fileExtension + DiskCacheFolder.unfinished) {
                // An earlier process has ended in the middle of it.
                try? folder.remove(file.name)
            } else if file.name.hasSuffix(Self.fileExtension) {
                index.keep((), cost: file.byteCount, for: file.name)
                lastUse = file.usedAt
            }
        }
        index.costLimit = limit
        makeRoom(for: 0)
    }

    /// Removes the files that were not used for longest, before the new one comes.
    ///
    /// - Returns: false when one of them can't be removed.
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

    private func drop(_ name: String) {
        guard index.remove(name) != nil else { return }
        try? folder.remove(name)
    }

    /// Later than every use before, also when the clock has been set back or stands still.
    private func nextUse() -> Date {
        lastUse = max(now(), lastUse.addingTimeInterval(Self.step))
        return lastUse
    }

    private var isPausing: Bool {
        guard let failedAt else { return false }
        return (0..<Self.pauseAfterFailure).contains(now().timeIntervalSince(failedAt))
    }
}
