public import MarketModels

/// Puts uploaded images into the image store and takes pictures out that no product shows any more.
///
/// Pictures are named by content, so two products may show the same file. A picture that somebody is just putting on a
/// product is held: it is not removed under their hands, although no product shows it yet. And what is being removed is
/// waited for before it is kept anew.
public actor PictureShelf {
    /// Pictures that are kept and held for a product that is about to show them.
    public struct Held: Sendable {
        public let pictures: [NewPicture]
        var names: Set<PictureName> { Set(pictures.map(\.name)) }
    }

    /// So many pictures whose removal failed are remembered; the others are left for the sweep.
    static let rememberedRemovals = 10_000

    let store: any PictureUse
    let images: any ImageStore
    private let processor: any ImageProcessor
    private let report: @Sendable (String) -> Void
    private var holders: [PictureName: Int] = [:]
    private var removing: Set<PictureName> = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// What could not be removed when it was to be.
    private var unfinishedRemovals: Set<PictureName> = []

    /// - Parameter report: told, for the log, why pictures could not be removed.
    public init(
        store: any PictureUse,
        images: any ImageStore,
        processor: any ImageProcessor,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.store = store
        self.images = images
        self.processor = processor
        self.report = report
    }

    /// Normalises images and keeps them, side by side as far as the processor lets them; all of them or none.
    ///
    /// - Returns: the pictures in the order of the uploads, held until ``letGo(_:)`` or ``discard(_:)``.
    public func keep(_ uploads: [UploadedImage]) async throws(MarketError) -> Held {
        let outcomes = await withTaskGroup(
            of: (Int, Result<NewPicture, MarketError>).self,
            returning: [Int: Result<NewPicture, MarketError>].self
        ) { group in
            for (index, upload) in uploads.enumerated() {
                group.addTask { (index, await self.keep(upload, index: index)) }
            }
            var outcomes: [Int: Result<NewPicture, MarketError>] = [:]
            for await (index, outcome) in group {
                outcomes[index] = outcome
                if case .failure = outcome { group.cancelAll() }
            }
            return outcomes
        }
        var kept: [NewPicture] = []
        var failure: MarketError?
        for index in uploads.indices {
            switch outcomes[index] {
            case .success(let picture): kept.append(picture)
            // What is wrong with an image is worth more than what came of stopping the others.
            case .failure(let error) where failure == nil || error.isAboutImage && failure?.isAboutImage == false:
                failure = error
            case .failure: break
            case nil: failure = failure ?? .busy
            }
        }
        if let failure {
            await discard(Held(pictures: kept))
            throw failure
        }
        return Held(pictures: kept)
    }

    /// The product shows the pictures now: its rows keep them.
    public func letGo(_ held: Held) {
        for picture in held.pictures { release(picture.name) }
    }

    /// No product will show the pictures: those that no other product uses are removed.
    public func discard(_ held: Held) async {
        letGo(held)
        await removeUnused(held.names)
    }

    /// Removes those of the pictures that nobody uses. What can't be removed now is tried again with the next removal,
    /// by ``retryRemovals()``, and by the sweep.
    public func removeUnused(_ names: Set<PictureName>) async {
        let names = names.union(unfinishedRemovals)
        do {
            try await withUnused(names) { unused throws(StoreError) in try await images.remove(unused) }
            unfinishedRemovals.subtract(names)
        } catch {
            let room = max(0, Self.rememberedRemovals - unfinishedRemovals.count)
            unfinishedRemovals.formUnion(names.subtracting(unfinishedRemovals).prefix(room))
            report("pictures could not be removed: \(error)")
        }
    }

    /// Tries again to remove what could not be removed.
    public func retryRemovals() async {
        if !unfinishedRemovals.isEmpty { await removeUnused([]) }
    }

    /// Hands those of the pictures that nobody uses to `remove`. Whoever wants to keep one of them anew waits meanwhile.
    func withUnused(
        _ names: Set<PictureName>,
        _ remove: (Set<PictureName>) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        let candidates = names.filter { !isInHand($0) }
        guard !candidates.isEmpty else { return }
        removing.formUnion(candidates)
        defer {
            removing.subtract(candidates)
            let woken = waiters
            waiters = []
            for waiter in woken { waiter.resume() }
        }
        let unused = try await store.unusedPictures(among: candidates)
        if !unused.isEmpty { try await remove(unused) }
    }

    /// Whether somebody holds the picture or is just removing it.
    func isInHand(_ name: PictureName) -> Bool { holders[name] != nil || removing.contains(name) }

    private nonisolated func keep(_ upload: UploadedImage, index: Int) async -> Result<NewPicture, MarketError> {
        guard !Task.isCancelled else { return .failure(.busy) }
        do {
            let picture = try await processor.process(upload)
            await hold(picture.name)
            do {
                try await images.save(picture)
            } catch {
                await release(picture.name)
                return .failure(MarketError(error))
            }
            return .success(NewPicture(name: picture.name, width: picture.width, height: picture.height))
        } catch {
            if case .failed(let reason) = error {
                return .failure(.unavailable(reason: reason))
            }
            return .failure(.unusableImage(index: index, error))
        }
    }

    private func hold(_ name: PictureName) async {
        holders[name, default: 0] += 1
        while removing.contains(name) {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    private func release(_ name: PictureName) {
        guard let count = holders[name] else { return }
        holders[name] = count > 1 ? count - 1 : nil
    }
}

extension MarketError {
    fileprivate var isAboutImage: Bool {
        if case .unusableImage = self { true } else { false }
    }
}
