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
        var names: Set<ImageName> { Set(images.map(\.name)) }
    }

    /// The maximum number of images whose failed removal is remembered. The others are left to the cleanup.
    static let rememberedRemovals = 10_000

    let store: any ImageReferences
    let imageStore: any ImageStore
    private let processor: any ImageProcessor
    private let report: @Sendable (String) -> Void
    private var holders: [ImageName: Int] = [:]
    private var removing: Set<ImageName> = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// The images whose removal has failed.
    private var unfinishedRemovals: Set<ImageName> = []

    /// - Parameter report: called with the reason, for the log, when images can't be removed.
    public init(
        store: any ImageReferences,
        images: any ImageStore,
        processor: any ImageProcessor,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.store = store
        self.imageStore = images
        self.processor = processor
        self.report = report
    }

    /// Normalises and stores images, either all or none of them. Images are processed concurrently as far as the
    /// processor allows.
    ///
    /// - Returns: the images in the order of the uploads, held until ``release(_:)`` or ``discard(_:)``.
    public func save(_ uploads: [UploadedImage]) async throws(MarketError) -> Lease {
        let outcomes = await withTaskGroup(
            of: (Int, Result<NewImage, MarketError>).self,
            returning: [Int: Result<NewImage, MarketError>].self
        ) { group in
            for (index, upload) in uploads.enumerated() {
                group.addTask { (index, await self.save(upload, index: index)) }
            }
            var outcomes: [Int: Result<NewImage, MarketError>] = [:]
            for await (index, outcome) in group {
                outcomes[index] = outcome
                if case .failure = outcome { group.cancelAll() }
            }
            return outcomes
        }
        var kept: [NewImage] = []
        var failure: MarketError?
        for index in uploads.indices {
            switch outcomes[index] {
            case .success(let image): kept.append(image)
            // The error of an invalid image takes precedence over the errors of the uploads that were cancelled because
            // of it.
            case .failure(let error) where failure == nil || error.isAboutImage && failure?.isAboutImage == false:
                failure = error
            case .failure: break
            case nil: failure = failure ?? .busy
            }
        }
        if let failure {
            await discard(Lease(images: kept))
            throw failure
        }
        return Lease(images: kept)
    }

    /// Holds images that a product shows, because another one is about to show them too.
    ///
    /// - Returns: a lease on those that a product still shows, in their order.
    public func lease(_ images: [NewImage]) async throws(MarketError) -> Lease {
        for image in images { await hold(image.name) }
        do {
            let unused = try await store.unusedImages(among: Set(images.map(\.name)))
            for image in images where unused.contains(image.name) { release(image.name) }
            return Lease(images: images.filter { !unused.contains($0.name) })
        } catch {
            for image in images { release(image.name) }
            throw MarketError(error)
        }
    }

    /// Ends the lease after a product has been stored that shows the images.
    public func release(_ lease: Lease) {
        for image in lease.images { release(image.name) }
    }

    /// Ends the lease when no product will show the images, and removes those that no other product uses.
    public func discard(_ lease: Lease) async {
        release(lease)
        await removeUnused(lease.names)
    }

    /// Removes those of the images that aren't in use. A failed removal is retried with the next removal, by
    /// ``retryRemovals()``, and by the cleanup.
    public func removeUnused(_ names: Set<ImageName>) async {
        let names = names.union(unfinishedRemovals)
        do {
            try await withUnused(names) { unused throws(StoreError) in try await imageStore.remove(unused) }
            unfinishedRemovals.subtract(names)
        } catch {
            let room = max(0, Self.rememberedRemovals - unfinishedRemovals.count)
            unfinishedRemovals.formUnion(names.subtracting(unfinishedRemovals).prefix(room))
            report("pictures could not be removed: \(error)")
        }
    }

    /// Retries removals that have failed.
    public func retryRemovals() async {
        if !unfinishedRemovals.isEmpty { await removeUnused([]) }
    }

    /// Calls `remove` with those of the images that aren't in use. Storing one of them again waits until it returns.
    func withUnused(
        _ names: Set<ImageName>,
        _ remove: (Set<ImageName>) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        let candidates = names.filter { !isLeasedOrBeingRemoved($0) }
        guard !candidates.isEmpty else { return }
        removing.formUnion(candidates)
        defer {
            removing.subtract(candidates)
            let woken = waiters
            waiters = []
            for waiter in woken { waiter.resume() }
        }
        let unused = try await store.unusedImages(among: candidates)
        if !unused.isEmpty { try await remove(unused) }
    }

    /// Whether the image is held or being removed.
    func isLeasedOrBeingRemoved(_ name: ImageName) -> Bool { holders[name] != nil || removing.contains(name) }

    private nonisolated func save(_ upload: UploadedImage, index: Int) async -> Result<NewImage, MarketError> {
        guard !Task.isCancelled else { return .failure(.busy) }
        do {
            let image = try await processor.process(upload)
            await hold(image.name)
            do {
                try await imageStore.save(image)
            } catch {
                await release(image.name)
                return .failure(MarketError(error))
            }
            return .success(NewImage(name: image.name, width: image.width, height: image.height))
        } catch {
            if case .failed(let reason) = error {
                return .failure(.unavailable(reason: reason))
            }
            return .failure(.unusableImage(index: index, error))
        }
    }

    private func hold(_ name: ImageName) async {
        holders[name, default: 0] += 1
        while removing.contains(name) {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    private func release(_ name: ImageName) {
        guard let count = holders[name] else { return }
        holders[name] = count > 1 ? count - 1 : nil
    }
}

extension MarketError {
    fileprivate var isAboutImage: Bool {
        if case .unusableImage = self { true } else { false }
    }
}
