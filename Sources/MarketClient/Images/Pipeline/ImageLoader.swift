public import Foundation
internal import Synchronization

/// Loads the images of lists and products from memory, from disk or over the network.
///
/// - Concurrent requests for an image share one fetch, and those for the same size share one decode. When the last
///   waiter is cancelled, the fetch is cancelled, or never starts.
/// - Visible images are loaded before prefetched ones, and the newest visible ones first.
///   ``ImageLoadingLimits`` bounds the concurrent work.
/// - The images of a market never change under their URL, so cached ones are shown without revalidation.
///
/// A cell has one task at a time, which it cancels when it is reused:
///
/// ```swift
/// func show(_ url: URL) {
///     task?.cancel()
///     // A cached image is shown immediately and doesn't flicker.
///     imageView.image = loader.cachedImage(for: url, fitting: size)
///     guard imageView.image == nil else { return }
///     task = Task {
///         let image = try? await loader.image(for: url, fitting: size)
///         // The cell may have been reused between the response and this line.
///         guard !Task.isCancelled else { return }
///         imageView.image = image ?? placeholder
///     }
/// }
/// ```
///
/// All methods can be called on the main actor: none of them blocks on a disk, a network or a decoder.
public final class ImageLoader<Decoder: ImageDecoding>: Sendable {
    /// The configuration of a loader.
    public typealias Configuration = ImageLoaderConfiguration<Decoder>

    private let configuration: Configuration
    let scheduler: Mutex<LoadScheduler<Decoder.Image>>
    private let lastNumber = Atomic<UInt64>(0)

    /// Creates a loader.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        scheduler = Mutex(LoadScheduler(limits: configuration.limits, hasDisk: configuration.diskCache != nil))
    }

    // MARK: Images

    /// Returns the image if it is in the memory cache, and marks it as used. Nil if it is not cached.
    ///
    /// - Parameter size: The same box as for ``image(for:fitting:)``; every size is cached separately.
    public func cachedImage(for url: URL, fitting size: PixelSize?) -> Decoder.Image? {
        configuration.memoryCache.image(for: ImageKey(url: url, fitting: size))
    }

    /// Loads an image.
    ///
    /// When the calling task is cancelled, the method throws at once. Other tasks waiting for the same image are not
    /// affected.
    ///
    /// - Parameter size: The box to fit the image into, in pixels; nil for the full size.
    /// - Throws: ``ImageLoadingError``. Failures are not cached: the next call tries again.
    public func image(for url: URL, fitting size: PixelSize?) async throws(ImageLoadingError) -> Decoder.Image {
        if Task.isCancelled { throw .cancelled }
        guard Self.isOnServer(url) else { throw .notAnImageURL }
        let key = ImageKey(url: url, fitting: size)
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                request(key, number: number, continuation)
            }
        } onCancel: {
            change { $0.cancel(key, number: number) }
        }
        return try outcome.get()
    }

    // MARK: Prefetching

    /// Loads images into memory that will probably be shown soon, after all visible ones.
    ///
    /// ``cancelPrefetch(_:fitting:)`` ends a prefetch, however often the image was prefetched. If the image is
    /// requested as visible in the meantime, it becomes visible and its load ends with its last waiter.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the images, in the order in which they will be shown.
    ///   - size: The box to fit the images into, in pixels; nil for the full size.
    public func prefetch(_ urls: some Sequence<URL>, fitting size: PixelSize?) {
        let keys = urls.filter(Self.isOnServer).map { ImageKey(url: $0, fitting: size) }
        change { scheduler in
            for key in keys where self.configuration.memoryCache.image(for: key) == nil { scheduler.prefetch(key) }
        }
    }

    /// Cancels the prefetching of images that will not be shown after all.
    public func cancelPrefetch(_ urls: some Sequence<URL>, fitting size: PixelSize?) {
        let keys = urls.map { ImageKey(url: $0, fitting: size) }
        change { scheduler in
            for key in keys { scheduler.cancelPrefetch(key) }
        }
    }

    /// Cancels all prefetching, for example when the user leaves a screen.
    public func cancelAllPrefetches() {
        change { $0.cancelAllPrefetches() }
    }

    // MARK: Memory

    /// Removes all images from memory and cancels all prefetching, which would only fill it again. Call it when the
    /// system reports low memory. Images on the screen stay because their views retain them.
    public func handleMemoryPressure() {
        cancelAllPrefetches()
        configuration.memoryCache.trim(toCost: 0)
    }

    // MARK: Loading

    private func request(_ key: ImageKey, number: UInt64, _ waiter: ImageWaiter<Decoder.Image>) {
        let memory = configuration.memoryCache
        let immediate: Result<Decoder.Image, ImageLoadingError>? = change { scheduler in
            // Checked under the lock: an earlier cancellation is seen here, and a later one finds the waiter.
            if Task.isCancelled { return .failure(.cancelled) }
            // Checked under the lock too, so that an image that has just been decoded is not decoded again.
            if let image = memory.image(for: key) { return .success(image) }
            scheduler.request(key, number: number, waiter)
            return nil
        }
        if let immediate { waiter.resume(returning: immediate) }
    }

    /// Updates the scheduler, starts the work that may start now, and applies the effects outside the lock.
    private func change<Value: Sendable>(_ body: (inout LoadScheduler<Decoder.Image>) -> Value) -> Value {
        let (value, effects) = scheduler.withLock { scheduler in
            let value = body(&scheduler)
            scheduler.begin { step, priority in
                // The task is shared by all waiters and cancelled when the last of them leaves.
                Task(priority: priority == .visible ? .userInitiated : .utility) { await self.perform(step) }
            }
            return (value, scheduler.takeEffects())
        }
        for task in effects.cancelled { task.cancel() }
        for (waiter, outcome) in effects.answered { waiter.resume(returning: outcome) }
        return value
    }

    private func perform(_ step: LoadScheduler<Decoder.Image>.Step) async {
        switch step {
        case .read(let url): await read(url)
        case .fetch(let url): await fetch(url)
        case .decode(let key, let image): await decode(key, image)
        }
    }

    private func read(_ url: URL) async {
        let data = await configuration.diskCache?.data(for: url)
        change { $0.endReading(url, data) }
    }

    private func fetch(_ url: URL) async {
        let request = ClientRequest(
            .get,
            url,
            headers: ["Accept": "image/*"],
            idleTimeout: configuration.limits.idleTimeout,
            maximumResponse: configuration.limits.maximumResponse
        )
        let fetch = ImageFetch(transport: configuration.transport, request: request, retry: configuration.retry)
        let outcome = await fetch.run()
        guard change({ $0.endFetching(url, outcome) }), case .success(let image) = outcome else { return }
        await configuration.diskCache?.insert(image.data, for: url)
        while change({ $0.endCaching(url) }) { await configuration.diskCache?.remove(url) }
    }

    private func decode(_ key: ImageKey, _ image: FetchedImageData) async {
        let outcome: Result<DecodedImage<Decoder.Image>, ImageLoadingError>
        do {
            outcome = .success(try await configuration.decoder.decode(image.data, fitting: key.fitting))
        } catch {
            outcome = .failure(.undecodable(detail: "\(error)"))
        }
        let isBad = change { scheduler in
            if image.isCacheable, case .success(let decoded) = outcome {
                self.configuration.memoryCache.insert(decoded.image, cost: decoded.cost, for: key)
            }
            return scheduler.endDecoding(key, outcome.map(\.image))
        }
        if isBad { await configuration.diskCache?.remove(key.url) }
    }

    private static func isOnServer(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return false }
        return url.host()?.isEmpty == false
    }
}

/// An error of an image loader.
public enum ImageLoadingError: Error, Hashable, Sendable {
    /// The calling task was cancelled. Not an error to show.
    case cancelled
    /// The URL is not HTTP or HTTPS, or has no host.
    case notAnImageURL
    /// No complete response was received, even after retries.
    case transport(TransportError)
    /// The server responded with a status other than 200.
    case status(Int)
    /// The decoder rejected the bytes.
    ///
    /// - Parameter detail: The decoder's error, for logs.
    case undecodable(detail: String)
}
