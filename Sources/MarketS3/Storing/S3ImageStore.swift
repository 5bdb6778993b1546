public import MarketCore
internal import MarketHashing
public import MarketModels

/// A store that keeps images as objects in a bucket, and those that were used lately in a folder of this machine.
///
/// Many servers may use one bucket. An image is compared with its hash whenever it comes from the bucket or, for the first
/// time in this process, from the folder.
///
/// While the bucket can't be reached, images that are in the folder are found, and everything else throws
/// `MarketError.unreachable`, at the latest after about a second, or four in which nothing of an image is taken.
public final class S3ImageStore: ImageStore {
    /// A change that an operator wants to know.
    public enum Event: Hashable, Sendable {
        /// The bucket can't be reached.
        case unreachable(reason: String)
        case reachable
        /// Requests were refused because this machine's clock is wrong. They are signed with the time of the store now.
        case clockIsOff(secondsBehind: Int)
    }

    /// The maximum number of requests at once for images that somebody waits for, and for all others.
    private static let concurrency = (fetches: 24, others: 16)
    /// The maximum number of fetches that may wait.
    private static let waitingFetches = 1000
    /// The number of parts by the first two digits of the names.
    private static let parts = 256

    let bucket: S3Bucket
    let cache: ImageCache
    private let integrity: IntegrityMonitor
    private let fetching = CoalescedWork<String, StoredFile?>()
    private let queue = FairQueue(
        limits: .init(concurrency: concurrency.fetches, waitingPerKey: waitingFetches, waiting: waitingFetches)
    )

    /// Creates a store without sending a request.
    ///
    /// - Parameters:
    ///   - cacheFolder: the folder of the images used lately, which only this process uses.
    ///   - cacheByteCount: the maximum size of the files in it.
    ///   - integrity: the monitor to which damaged images are reported.
    ///   - report: called for the log.
    /// - Throws: an error if the location's file with certificates can't be read.
    public convenience init(
        location: S3Location,
        credentials: S3CredentialSource,
        cacheFolder: String,
        cacheByteCount: Int,
        integrity: IntegrityMonitor = IntegrityMonitor(),
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws {
        self.init(
            bucket: S3Bucket(
                client: try S3Client(
                    location: location,
                    credentials: credentials,
                    clock: SystemWallClock(),
                    report: report
                )
            ),
            cache: ImageCache(folder: cacheFolder, limit: cacheByteCount),
            integrity: integrity
        )
    }

    init(bucket: S3Bucket, cache: ImageCache, integrity: IntegrityMonitor = IntegrityMonitor()) {
        self.bucket = bucket
        self.cache = cache
        self.integrity = integrity
    }

    /// Finds what an earlier process has left in the folder. Call it once, before the store is used.
    public func openCache() async throws(MarketError) { try await cache.open() }

    /// The images of which there is a file in the folder.
    public var cachedNames: Set<ImageName> { cache.names }

    /// Removes images from the folder, not from the bucket.
    public func removeFromCache(_ names: Set<ImageName>) async { await cache.remove(names) }

    /// Closes the connections. Call it when the store isn't used any more.
    public func close() async { await bucket.client.close() }

    // MARK: Saving

    public func save(_ image: ProcessedImage) async throws(MarketError) {
        let objects = ImageFile.Size.renditions.map { size in
            (key: image.name.file(of: size), bytes: size == .full ? image.full : image.thumbnail)
        }
        try await forEach(objects) { [bucket] object in
            try await bucket.put(object.key, object.bytes, mediaType: "image/jpeg")
        }
        for (key, bytes) in objects {
            integrity.fileIsIntact(key)
            guard cache.known(key) == nil else { continue }
            // Whoever has sent the image sees it next. Without room here it is fetched again.
            _ = try? await cache.store(bytes, as: key)
        }
    }

    public func save(
        _ bytes: [UInt8],
        of name: ImageName,
        _ width: WebImageWidth
    ) async throws(MarketError) -> StoredFile? {
        guard try await exists(name) else { return nil }
        let key = name.file(of: .web(width))
        try await mapping { try await bucket.put(key, bytes, mediaType: "image/webp") }
        // A removal deletes the full rendition first. So either the removal deletes this object too, or the removal is
        // detected here.
        guard try await exists(name) else {
            try await mapping { try await bucket.delete(key, timeouts: .reading) }
            return nil
        }
        return try await cache.store(bytes, as: key)
    }

    private func exists(_ name: ImageName) async throws(MarketError) -> Bool {
        try await mapping { try await bucket.head(name.file(of: .full)) } != nil
    }

    // MARK: Finding

    public func find(_ name: ImageName, _ size: ImageFile.Size) async throws(MarketError) -> StoredFile? {
        let key = name.file(of: size)
        if let known = cache.known(key) { return known }
        do throws(MarketError) {
            return try await fetch(key) { $0.isIntact(name, size) }
        } catch {
            guard case .damaged = error, case .web = size else { throw error }
            // It is made again.
            try await mapping { try await bucket.delete(key, timeouts: .reading) }
            integrity.fileIsIntact(key)
            return nil
        }
    }

    public func invalidate(_ file: StoredFile) { cache.invalidate(file) }

    /// Finds an image in the folder or fetches it, once however many ask for it.
    private func fetch(
        _ key: String,
        _ isIntact: @escaping @Sendable (S3Bucket.Object) -> Bool
    ) async throws(MarketError) -> StoredFile? {
        try await fetching(key) { () throws(MarketError) in
            if let kept = try await cache.verified(key) { return kept }
            do throws(MarketError) {
                return try await queue.inTurn(of: .unknown) { () throws(MarketError) in
                    try await fetchNow(key, isIntact)
                }
            } catch .busy {
                throw .unreachable(reason: "busy while waiting for the object store")
            } catch .interrupted {
                throw .unreachable(reason: "cancelled while waiting for the object store")
            }
        }
    }

    private func fetchNow(
        _ key: String,
        _ isIntact: @Sendable (S3Bucket.Object) -> Bool
    ) async throws(MarketError) -> StoredFile? {
        let removals = cache.removalCount
        guard let object = try await intactObject(key, isIntact) else { return nil }
        let file = try await cache.store(object.bytes, as: key)
        guard cache.removalCount != removals, let name = ImageName(ofFile: key), try await !exists(name) else {
            return file
        }
        // This process has removed the image meanwhile.
        await cache.remove([name])
        return nil
    }

    private func intactObject(
        _ key: String,
        _ isIntact: @Sendable (S3Bucket.Object) -> Bool
    ) async throws(MarketError) -> S3Bucket.Object? {
        // Twice, because the damage may have happened on the way.
        for _ in 0..<2 {
            guard let object = try await mapping({ try await bucket.get(key) }) else { return nil }
            if isIntact(object) {
                integrity.fileIsIntact(key)
                return object
            }
        }
        let reason = "the object \(bucket.client.location.prefix)\(key) is not what was stored"
        integrity.fileIsDamaged(key, reason)
        throw .damaged(reason: reason)
    }

    // MARK: Removing

    public func remove(_ names: Set<ImageName>) async throws(MarketError) {
        await cache.remove(names)
        try await forEachRemoved(names) { [bucket] name in
            for key in name.files { try await bucket.delete(key, timeouts: .writing) }
        }
        // Again, because a fetch may have ended meanwhile.
        await cache.remove(names)
    }

    public var partCount: Int { Self.parts }

    public func names(in part: Int) async throws(MarketError) -> Set<ImageName> {
        Set(try await files(in: part).compactMap { ImageName(ofFile: $0) })
    }

    /// Returns the keys of what there is of the images in one part.
    func files(in part: Int) async throws(MarketError) -> Set<String> {
        try await mapping {
            var files: Set<String> = []
            try await bucket.forEachPage(UInt8(part).hexDigits) { objects throws(S3Failure) in
                files.formUnion(objects.map { $0.key })
            }
            return files
        }
    }

    public func names(
        among names: Set<ImageName>,
        unchangedSince moment: Timestamp
    ) async throws(MarketError) -> Set<ImageName> {
        var unchanged: Set<ImageName> = []
        for name in names {
            let page = try await mapping { try await bucket.list(name.hexDigits) }
            if !page.objects.contains(where: { $0.changedAt >= moment }) { unchanged.insert(name) }
        }
        return unchanged
    }

    // MARK: Checking

    /// Checks that the bucket can be reached and has the market's name. Nothing is written.
    public func check() async throws(MarketError) {
        try await mapping {
            guard let object = try await bucket.get(ImageKey.market, timeouts: .probing) else {
                throw S3Failure.refused(status: 404, code: "the object '\(ImageKey.market)' is missing")
            }
            guard S3Mark(object.bytes)?.state == .used else {
                throw S3Failure.refused(
                    status: 409,
                    code: "the object '\(ImageKey.market)' says that the images are being moved"
                )
            }
        }
    }

    /// Does work for each image that is removed or brought back. Somebody may wait for it, so while the store is gone, one short
    /// request asks whether it is back.
    func forEachRemoved(
        _ names: Set<ImageName>,
        _ work: @escaping @Sendable (ImageName) async throws -> Void
    ) async throws(MarketError) {
        if !names.isEmpty, bucket.client.availability.isGone {
            try await mapping { try await bucket.head(ImageKey.market, timeouts: .probing) }
        }
        try await forEach(names, work)
    }

    /// Does work for each element, some at once, and throws the first error when all have ended.
    private func forEach<Element: Sendable>(
        _ elements: some Collection<Element>,
        _ work: @escaping @Sendable (Element) async throws -> Void
    ) async throws(MarketError) {
        let failure = await withTaskGroup(of: MarketError?.self) { group in
            var failure: MarketError?
            for (index, element) in elements.enumerated() {
                if index >= Self.concurrency.others, let ended = await group.next() { failure = failure ?? ended }
                if failure != nil { break }
                group.addTask { [self] in
                    do throws(MarketError) {
                        try await mapping { try await work(element) }
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(failure) { $0 ?? $1 }
        }
        if let failure { throw failure }
    }

    /// Sends requests and converts their errors.
    @discardableResult
    func mapping<Value>(_ call: () async throws -> Value) async throws(MarketError) -> Value {
        do {
            return try await call()
        } catch {
            let reason = "\(bucket.client.location.name): \(error)"
            switch error as? S3Failure {
            case .full: throw .storageFull
            case .unreachable, .cancelled: throw .unreachable(reason: reason)
            case .refused: throw .unavailable(reason: reason)
            case nil: throw error as? MarketError ?? .unavailable(reason: reason)
            }
        }
    }
}

extension S3Bucket.Object {
    /// Whether the content is what was stored as an image in a size.
    func isIntact(_ name: ImageName, _ size: ImageFile.Size) -> Bool {
        size == .full ? ImageName(contentOf: bytes) == name : hash == SHA256.hash(bytes).hexDigits
    }
}
