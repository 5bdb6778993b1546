public import Foundation
internal import Synchronization

/// Brings the images of a list to its cells: from memory, from disk, or over the network.
///
/// - A picture that several ask for is fetched once, and each of its sizes is decoded once. When the last asker leaves,
///   the fetch is cancelled; one that has not begun never begins.
/// - Visible images come before prefetched ones, and of the visible ones the newest first (``VisibleImageOrder``). Only
///   so much goes on at once (``ImageLoadingLimits``).
/// - Pictures of a market never change under their address, so what is cached is shown without asking again.
///
/// A cell has one task at a time, which it cancels when it is used again:
///
/// ```swift
/// func show(_ url: URL) {
///     task?.cancel()
///     // What was there a moment ago is there at once, and doesn't flicker.
///     imageView.image = loader.cachedImage(for: url, fitting: size)
///     guard imageView.image == nil else { return }
///     task = Task {
///         let image = try? await loader.image(for: url, fitting: size)
///         // The cell may have been used again between the answer and this line.
///         guard !Task.isCancelled else { return }
///         imageView.image = image ?? placeholder
///     }
/// }
/// ```
///
/// Everything here may be called on the main actor: nothing waits for a disk, a network or a decoder.
public final class ImageLoader<Decoder: ImageDecoding>: Sendable {
    public typealias Configuration = ImageLoaderConfiguration<Decoder>

    private struct State: Sendable {
        var board: LoadingBoard<Decoder.Image>
        var limits: ImageLoadingLimits
    }

    private let configuration: Configuration
    private let state: Mutex<State>
    private let lastNumber = Atomic<UInt64>(0)

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        let board = LoadingBoard<Decoder.Image>(
            limits: configuration.limits,
            order: configuration.visibleOrder,
            hasDisk: configuration.diskCache != nil
        )
        state = Mutex(State(board: board, limits: configuration.limits))
    }

    // MARK: Images

    /// The image if it is in memory, at once. It counts as a use of it.
    ///
    /// - Parameter size: the same box as for ``image(for:fitting:priority:)``: each has an image of its own.
    public func cachedImage(for url: URL, fitting size: PixelSize?) -> Decoder.Image? {
        configuration.memoryCache.image(for: ImageKey(url: url, fitting: size))
    }

    /// The image, as soon as it is there.
    ///
    /// When the calling task is cancelled it leaves at once; others that wait for the same image stay.
    ///
    /// - Parameters:
    ///   - size: the box into which it is fitted, in pixels; nil for all its pixels.
    ///   - priority: an image that several ask for has the highest of their priorities.
    /// - Throws: ``ImageLoadingError``. A failure is not kept: who asks again gets another try.
    public func image(
        for url: URL,
        fitting size: PixelSize?,
        priority: ImagePriority = .visible
    ) async throws(ImageLoadingError) -> Decoder.Image {
        if Task.isCancelled { throw .cancelled }
        guard Self.isOnServer(url) else { throw .notAnImageURL }
        let key = ImageKey(url: url, fitting: size)
        let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                ask(key, number: number, ImageAsker(priority: priority, continuation: continuation))
            }
        } onCancel: {
            change { $0.leave(key, number: number) }
        }
        return try outcome.get()
    }

    // MARK: Prefetching

    /// Loads images into memory that will probably be seen soon, after everything that is visible.
    ///
    /// A prefetch ends when ``cancelPrefetch(_:fitting:)`` is called, however often the image was prefetched. When
    /// somebody asks for the image in the meantime it becomes visible, and then ends with its last asker.
    ///
    /// - Parameter urls: what will be seen first comes first.
    public func prefetch(_ urls: some Sequence<URL>, fitting size: PixelSize?) {
        let keys = urls.filter(Self.isOnServer).map { ImageKey(url: $0, fitting: size) }
        change { board in
            for key in keys where self.configuration.memoryCache.image(for: key) == nil { board.prefetch(key) }
        }
    }

    /// Ends the prefetching of images that will not be seen after all.
    public func cancelPrefetch(_ urls: some Sequence<URL>, fitting size: PixelSize?) {
        let keys = urls.map { ImageKey(url: $0, fitting: size) }
        change { board in
            for key in keys { board.cancelPrefetch(key) }
        }
    }

    /// Ends all prefetching, as when a screen is left.
    public func cancelAllPrefetches() {
        change { $0.cancelAllPrefetches() }
    }

    // MARK: Bounds

    /// Lets all images in memory go, and ends all prefetching, which would only fill it again. For an app to call when
    /// the system says that memory is short; what is on the screen stays there, because its views hold it.
    public func handleMemoryPressure() {
        cancelAllPrefetches()
        configuration.memoryCache.trim(toCost: 0)
    }

    /// May be changed at any time. What runs already goes on.
    public var limits: ImageLoadingLimits {
        get { state.withLock { $0.limits } }
        set {
            state.withLock { state in
                state.limits = newValue
                state.board.set(newValue)
            }
            change { _ in }
        }
    }

    /// How much is going on.
    public var load: ImageLoaderLoad {
        state.withLock { ImageLoaderLoad($0.board) }
    }

    // MARK: Work

    private func ask(_ key: ImageKey, number: UInt64, _ asker: ImageAsker<Decoder.Image>) {
        let memory = configuration.memoryCache
        let immediate: Result<Decoder.Image, ImageLoadingError>? = change { board in
            // Read under the lock: a cancellation before this point is seen here, a later one finds the asker.
            if Task.isCancelled { return .failure(.cancelled) }
            // Also read under the lock, so that what has just been decoded is not decoded again.
            if let image = memory.image(for: key) { return .success(image) }
            board.ask(key, number: number, asker)
            return nil
        }
        if let immediate { asker.continuation.resume(returning: immediate) }
    }

    /// Changes who asks for what or how far it is, begins what may begin now, and tells those whom it concerns.
    private func change<Value: Sendable>(_ body: (inout LoadingBoard<Decoder.Image>) -> Value) -> Value {
        let (value, consequences) = state.withLock { state in
            let value = body(&state.board)
            state.board.begin { step, priority in
                // Shared by all who ask for it, and cancelled when the last of them leaves.
                Task(priority: priority == .visible ? .userInitiated : .utility) { await self.perform(step) }
            }
            return (value, state.board.takeConsequences())
        }
        for task in consequences.cancelled { task.cancel() }
        for (asker, outcome) in consequences.answered { asker.continuation.resume(returning: outcome) }
        return value
    }

    private func perform(_ step: LoadingBoard<Decoder.Image>.Step) async {
        switch step {
        case .read(let url): await read(url)
        case .fetch(let url): await fetch(url)
        case .decode(let key, let picture): await decode(key, picture)
        }
    }

    private func read(_ url: URL) async {
        let data = await configuration.diskCache?.data(for: url)
        change { $0.endReading(url, data) }
    }

    private func fetch(_ url: URL) async {
        let limits = limits
        let request = ClientRequest(
            .get,
            url,
            headers: configuration.headers,
            idleTimeout: limits.idleTimeout,
            maximumAnswer: limits.maximumAnswer
        )
        let fetch = PictureFetch(transport: configuration.transport, request: request, retry: configuration.retry)
        let outcome = await fetch.run()
        guard change({ $0.endFetching(url, outcome) }), case .success(let picture) = outcome else { return }
        await configuration.diskCache?.keep(picture.data, for: url)
        while change({ $0.endKeeping(url) }) { await configuration.diskCache?.remove(url) }
    }

    private func decode(_ key: ImageKey, _ picture: FetchedPicture) async {
        let outcome: Result<DecodedImage<Decoder.Image>, ImageLoadingError>
        do {
            outcome = .success(try await configuration.decoder.decode(picture.data, fitting: key.fitting))
        } catch {
            outcome = .failure(.undecodable(detail: "\(error)"))
        }
        let isBad = change { board in
            if picture.mayBeKept, case .success(let decoded) = outcome {
                self.configuration.memoryCache.keep(decoded.image, cost: decoded.cost, for: key)
            }
            return board.endDecoding(key, outcome.map(\.image))
        }
        if isBad { await configuration.diskCache?.remove(key.url) }
    }

    private static func isOnServer(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return false }
        return url.host()?.isEmpty == false
    }
}
