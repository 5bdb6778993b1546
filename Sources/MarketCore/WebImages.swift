public import MarketModels

/// A cache of images in the sizes of the web pages. A size is generated at the first request for it and then stored.
///
/// Concurrent requests for the same size share one generation.
public actor WebImages {
    private struct Size: Hashable {
        let name: ImageName
        let width: WebImageWidth
    }

    private enum Outcome: Sendable {
        case ended(Result<StoredFile?, MarketError>)
        /// The task that generated the size was cancelled.
        case abandoned
    }

    private let images: any ImageStore
    private let processor: any ImageProcessor
    private var waiters: [Size: [CheckedContinuation<Outcome, Never>]] = [:]

    public init(images: any ImageStore, processor: any ImageProcessor) {
        self.images = images
        self.processor = processor
    }

    /// Returns the location of an image in a web size. Generates it if necessary.
    ///
    /// - Returns: the file, or nil if there is no such image.
    /// - Throws: `MarketError.busy` when too many other sizes are being generated. The caller can fall back to the
    ///   JPEG.
    public func find(_ name: ImageName, _ width: WebImageWidth) async throws(MarketError) -> StoredFile? {
        if let known = try await mappingErrors({ () throws(StoreError) in try await images.find(name, width) }) {
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
        // A generation may have finished between the caller's lookup and now.
        if let made = try await mappingErrors({ () throws(StoreError) in try await images.find(size.name, size.width) })
        {
            return made
        }
        guard let full = try await mappingErrors({ () throws(StoreError) in try await images.find(size.name, .full) })
        else {
            return nil
        }
        let bytes: [UInt8]
        do {
            bytes = try await processor.makeWebImage(of: full, width: size.width)
        } catch {
            guard case .failed(let reason) = error else { throw .busy }
            // The image may have been deleted while the request was queued.
            guard try await mappingErrors({ () throws(StoreError) in try await images.find(size.name, .full) }) != nil
            else {
                return nil
            }
            throw .unavailable(reason: "no web size of \(size.name.hexDigits): \(reason)")
        }
        return try await mappingErrors { () throws(StoreError) in
            try await images.save(bytes, of: size.name, size.width)
        }
    }
}
