public import MarketModels

/// Pictures in the sizes of the pages: made when somebody asks for one first, and kept.
///
/// A size is made once, however many ask for it at the same time.
public actor WebPictures {
    private struct Size: Hashable {
        let name: PictureName
        let width: WebPictureWidth
    }

    private enum Outcome: Sendable {
        case ended(Result<StoredFile?, MarketError>)
        /// Who was making it went away.
        case abandoned
    }

    private let images: any ImageStore
    private let processor: any ImageProcessor
    private var waiters: [Size: [CheckedContinuation<Outcome, Never>]] = [:]

    public init(images: any ImageStore, processor: any ImageProcessor) {
        self.images = images
        self.processor = processor
    }

    /// - Returns: where the size is, or nil if there is no such picture.
    /// - Throws: `MarketError.busy` when too many other sizes are being made: the JPEG is there for whoever can't wait.
    public func find(_ name: PictureName, _ width: WebPictureWidth) async throws(MarketError) -> StoredFile? {
        if let known = try await asking({ () throws(StoreError) in try await images.find(name, width) }) {
            return known
        }
        let size = Size(name: name, width: width)
        while waiters[size] != nil {
            let outcome = await withCheckedContinuation { waiters[size, default: []].append($0) }
            if case .ended(let result) = outcome { return try result.get() }
        }
        waiters[size] = []
        let result: Result<StoredFile?, MarketError>
        do throws(MarketError) {
            result = .success(try await make(size))
        } catch {
            result = .failure(error)
        }
        let outcome = Task.isCancelled ? Outcome.abandoned : .ended(result)
        for waiter in waiters.removeValue(forKey: size) ?? [] { waiter.resume(returning: outcome) }
        return try result.get()
    }

    private nonisolated func make(_ size: Size) async throws(MarketError) -> StoredFile? {
        // Whoever came while the last asker was just done finds it here.
        if let made = try await asking({ () throws(StoreError) in try await images.find(size.name, size.width) }) {
            return made
        }
        guard let full = try await asking({ () throws(StoreError) in try await images.find(size.name, .full) }) else {
            return nil
        }
        let bytes: [UInt8]
        do {
            bytes = try await processor.makeWebPicture(of: full, width: size.width)
        } catch {
            guard case .failed(let reason) = error else { throw .busy }
            // The picture may have been removed while its turn came.
            guard try await asking({ () throws(StoreError) in try await images.find(size.name, .full) }) != nil else {
                return nil
            }
            throw .unavailable(reason: "no web size of \(size.name.hexDigits): \(reason)")
        }
        return try await asking { () throws(StoreError) in try await images.save(bytes, of: size.name, size.width) }
    }
}
