public import MarketModels

/// Adds uploaded images to the image store and removes images that no product shows any more.
///
/// Images are named by content, so two products may show the same file. An image that is about to be attached to a
/// product is held, so it isn't removed although no product shows it yet. Storing an image that is being removed waits
/// until the removal is finished.
public actor ImageLifecycle {
    /// A lease on stored images that a product is about to show.
    public struct Lease: Sendable {
        public let images: [NewImage]
        /// The name under which the images are held.
        public let id: String
        /// What the client has paid for, which it gets back if nothing stays stored.
        var receipts: [Charge.Receipt] = []
        var names: Set<ImageName> { Set(images.map(\.name)) }
    }

    /// The maximum number of images whose failed removal is remembered. The others are left to the cleanup.
    static let rememberedRemovals = 10_000

    let store: any ImageReferences & ReleasedImageStore
    let imageStore: any ImageStore
    private let processor: any ImageProcessor
    private let storedBytes: ClientBudget?
    let claims: any ImageClaims
    private let clock: any WallClock
    let monotonicClock: any MonotonicClock
    private let report: @Sendable (String, String) -> Void
    /// The images whose removal has failed. Those that products have shown are noted in the store, too.
    private var unfinishedRemovals: Set<ImageName> = []
    /// The images that have to be brought back from the trash, with the time at which they were moved there.
    var misplacedImages: [ImageName: Timestamp] = [:]

    /// - Parameters:
    ///   - storedBytes: how many bytes clients may store; nil for any number.
    ///   - claims: tells which images are about to be shown or removed by any server; nil if there is only this one.
    ///   - clock: tells when images are moved to the trash.
    ///   - monotonicClock: tells how long a removal takes.
    ///   - report: called with a sentence and the reason, for the log, when images can't be removed.
    public init(
        store: any ImageReferences & ReleasedImageStore,
        images: any ImageStore,
        processor: any ImageProcessor,
        storedBytes: ClientBudget? = nil,
        claims: (any ImageClaims)? = nil,
        clock: any WallClock = SystemWallClock(),
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        report: @escaping @Sendable (String, String) -> Void = { _, _ in }
    ) {
        self.store = store
        self.imageStore = images
        self.processor = processor
        self.storedBytes = storedBytes
        self.claims = claims ?? InProcessImageClaims()
        self.clock = clock
        self.monotonicClock = monotonicClock
        self.report = report
    }

    /// Normalises and stores images, either all or none of them. Images are processed concurrently as far as the
    /// processor allows.
    ///
    /// - Parameter client: the client that has sent them, which takes turns with others and pays for what is stored.
    /// - Returns: the images in the order of the uploads, held until ``release(_:)`` or ``discard(_:)``.
    public func save(_ uploads: [UploadedImage], for client: ClientAddress) async throws(MarketError) -> Lease {
        if !uploads.isEmpty { try await imageStore.checkFreeSpace() }
        let id = String.randomUUID()
        let outcomes = await withTaskGroup(
            of: (Int, Result<Saved, MarketError>).self,
            returning: [Int: Result<Saved, MarketError>].self
        ) { group in
            for (index, upload) in uploads.enumerated() {
                group.addTask { (index, await self.save(upload, index: index, lease: id, for: client)) }
            }
            var outcomes: [Int: Result<Saved, MarketError>] = [:]
            for await (index, outcome) in group {
                outcomes[index] = outcome
                if case .failure = outcome { group.cancelAll() }
            }
            return outcomes
        }
        var kept: [NewImage] = []
        var receipts: [Charge.Receipt] = []
        var failure: MarketError?
        for index in uploads.indices {
            switch outcomes[index] {
            case .success(let saved):
                kept.append(saved.image)
                if let receipt = saved.receipt { receipts.append(receipt) }
            // The error of an invalid image takes precedence over the errors of the uploads that were cancelled because
            // of it.
            case .failure(let error) where failure == nil || error.isAboutImage && failure?.isAboutImage == false:
                failure = error
            case .failure: break
            case nil: failure = failure ?? .busy
            }
        }
        if let failure {
            await discard(Lease(images: kept, id: id, receipts: receipts))
            throw failure
        }
        return Lease(images: kept, id: id, receipts: receipts)
    }

    /// Holds images that a product shows, because another one is about to show them too.
    ///
    /// - Returns: a lease on those that a product still shows, in their order.
    public func lease(_ images: [NewImage]) async throws(MarketError) -> Lease {
        let lease = Lease(images: images, id: .randomUUID())
        do {
            for image in images { try await claims.hold(image.name, for: lease.id) }
            let unused = try await store.unusedImages(among: lease.names)
            await claims.release(unused, of: lease.id)
            return Lease(images: images.filter { !unused.contains($0.name) }, id: lease.id)
        } catch {
            await release(lease)
            throw error
        }
    }

    /// Ends the lease after a product has been stored that shows the images.
    public func release(_ lease: Lease) async { await claims.release(lease.names, of: lease.id) }

    /// Ends the lease when a product wasn't stored. If it may have been, the images are left to the cleanup, which removes
    /// those that are unused once the lease has run out.
    func end(_ lease: Lease, after error: MarketError) async {
        if case .outcomeUnknown = error { return }
        await discard(lease)
    }

    /// Ends the lease when no product will show the images, and removes those that no other product uses.
    public func discard(_ lease: Lease) async {
        await release(lease)
        await removeUnused(lease.names)
        for receipt in lease.receipts { await giveBack(receipt) }
    }

    /// Removes those of the images that aren't in use. A failed removal is retried by ``retryRemovals()`` and by the cleanup,
    /// not with the next removal, for which somebody waits.
    public func removeUnused(_ names: Set<ImageName>) async {
        guard !names.isEmpty else { return }
        await remove(names)
    }

    private func remove(_ names: Set<ImageName>) async {
        do {
            let released = try await store.releasedImages(named: names)
            try await removeUnused(names, to: .nowhere, released, at: clock.now)
            unfinishedRemovals.subtract(names)
        } catch {
            let room = max(0, Self.rememberedRemovals - unfinishedRemovals.count)
            unfinishedRemovals.formUnion(names.subtracting(unfinishedRemovals).prefix(room))
            report("images could not be removed", error.description)
        }
    }

    /// Returns whether some of the images, which products have shown, could not be removed yet. One that can't be asked about
    /// is regarded as such.
    public func awaitsRemoval(_ names: Set<ImageName>) async -> Bool {
        (try? await store.releasedImages(named: names).isEmpty) != true
    }

    /// Retries removals that have failed, in this process or, of images that products have shown, in any.
    public func retryRemovals() async {
        if !unfinishedRemovals.isEmpty || !misplacedImages.isEmpty { await remove(unfinishedRemovals) }
        var last: Int64 = 0
        // What can't be read now is noted until the next time.
        while !Task.isCancelled, let released = try? await store.releasedImages(after: last, limit: Self.removalSize),
            let newest = released.last
        {
            last = newest.id
            do {
                try await removeUnused(Set(released.map(\.name)), to: .nowhere, released, at: clock.now)
            } catch {
                report("images could not be removed", error.description)
                // Others may be removed, unless it is the store that is out of reach.
                if case .unreachable = error { return }
            }
        }
    }

    private nonisolated func save(
        _ upload: UploadedImage,
        index: Int,
        lease: String,
        for client: ClientAddress
    ) async -> Result<Saved, MarketError> {
        guard !Task.isCancelled else { return .failure(.busy) }
        do {
            let image = try await processor.process(upload, for: client)
            var receipt: Charge.Receipt?
            do throws(MarketError) {
                // What was sent may be much smaller, so what is about to be stored counts.
                switch try await storedBytes?.take(image.full.count + image.thumbnail.count, for: client) {
                case .refused(let seconds): return .failure(.tooManyRequests(retryAfterSeconds: seconds))
                case .taken(let taken): receipt = taken
                case nil: break
                }
                try await save(image, lease: lease)
            } catch {
                if let receipt { await giveBack(receipt) }
                return .failure(error)
            }
            return .success(
                Saved(image: NewImage(name: image.name, width: image.width, height: image.height), receipt: receipt)
            )
        } catch {
            if case .failed(let reason) = error {
                return .failure(.unavailable(reason: reason))
            }
            return .failure(.unusableImage(index: index, error))
        }
    }
}

extension ImageLifecycle {
    /// An image that was stored, and what was paid for it.
    fileprivate struct Saved: Sendable {
        let image: NewImage
        let receipt: Charge.Receipt?
    }

    /// What can't be given back is free again in time.
    private nonisolated func giveBack(_ receipt: Charge.Receipt) async { try? await storedBytes?.giveBack(receipt) }

    /// Stores an image while it is held.
    private nonisolated func save(_ image: ProcessedImage, lease: String) async throws(MarketError) {
        try await claims.hold(image.name, for: lease)
        do throws(MarketError) {
            try await imageStore.save(image)
        } catch {
            // The lease is discarded as a whole, with what else it holds.
            await claims.release([image.name], of: lease)
            throw error
        }
    }
}

extension MarketError {
    fileprivate var isAboutImage: Bool {
        if case .unusableImage = self { true } else { false }
    }
}
