internal import CVipsShim
import Foundation
public import MarketCore
public import MarketModels

/// An image processor that uses libvips on its own threads.
///
/// A file is decoded once, row by row where its format allows it. The full rendition is made from the file, the
/// thumbnail from the full rendition. Images that take much memory, mainly large files in formats that must be decoded
/// as a whole, go through a second executor with a single thread, which bounds the memory of the process. Web sizes
/// have a third executor, half as wide as the first, so they neither delay uploads nor take every core.
///
/// With ``ImageWorkerPool``, uploads are decoded in child processes, and this process only waits for them. Web sizes
/// are made from the market's own JPEGs, in this process.
public struct VipsImageProcessor: ImageProcessor {
    /// The maximum memory of an ordinary image in bytes. An image of 12 megapixels takes less in every format; WebP
    /// takes the most, 150 MB. Images that take more are decoded one at a time.
    static let memoryOfOrdinaryImage: Int64 = 160_000_000
    /// The maximum memory of a large image in bytes. 50 megapixels take less in every format except HEIC with more than
    /// 8 bits or full color. Interlaced PNG with 16 bits and alpha takes the most, 500 MB.
    static let memoryOfLargeImage: Int64 = 520_000_000

    /// The quality of the WebP encoder, 1 to 100. It looks like 82 of the JPEG encoder.
    private static let webQuality: Int32 = 78

    /// The maximum number of requests that wait for web sizes. Further ones are refused immediately, and the JPEG is
    /// shown instead.
    static let waitingWebImages = 64

    /// Threads that decode, one image at a time for each turn of a client.
    private struct Decoding {
        /// More images than that don't wait, because each has an upload slot.
        private static let waiting = 1024

        let executor: BoundedExecutor
        let turns: FairQueue

        /// One client leaves a thread to others, if there are several.
        init(name: String, width: Int) {
            executor = BoundedExecutor(name: name, width: width)
            turns = FairQueue(
                limits: .init(
                    concurrency: width,
                    concurrencyPerKey: max(1, width - 1),
                    waitingPerKey: Self.waiting,
                    waiting: Self.waiting
                )
            )
        }
    }

    private let ordinary: Decoding
    private let large: Decoding
    private let web: BoundedExecutor
    private let workers: ImageWorkerPool?

    /// - Parameters:
    ///   - workerCount: the maximum number of images that are decoded at once; nil for the number of cores.
    ///   - workers: the processes that decode uploads; nil to decode in this process.
    /// - Throws: `ImageError.failed` when libvips can't be set up.
    public init(workerCount: Int? = nil, workers: ImageWorkerPool? = nil) throws(ImageError) {
        self.workers = workers
        guard VipsLibrary.isReady else { throw .failed(reason: "libvips can't be set up") }
        let width = max(1, workerCount ?? ProcessInfo.processInfo.activeProcessorCount)
        ordinary = Decoding(name: "images", width: width)
        large = Decoding(name: "images-large", width: 1)
        web = BoundedExecutor(name: "images-web", width: max(1, width / 2), waitingLimit: Self.waitingWebImages)
    }

    /// The numbers of images that are being decoded and waiting, without the large ones.
    public var load: FairQueue.Load { ordinary.turns.load }
    /// The numbers of web sizes that are being made and waiting.
    public var webLoad: BoundedExecutor.Load { web.load }

    public var sandbox: ImageSandbox? { workers?.sandbox }

    /// Starts a process that decodes uploads before there is one, so that ``sandbox`` is known.
    public func startWorker() async {
        guard let workers else { return }
        // It fails only if the caller is cancelled.
        try? await ordinary.executor.run { workers.start() }
    }

    /// - Throws: ``ImageError``; `.failed` also when the caller is cancelled while the image waits.
    public func process(
        _ upload: UploadedImage,
        for client: ClientAddress
    ) async throws(ImageError) -> ProcessedImage {
        guard upload.byteCount > 0 else { throw .empty }
        guard upload.byteCount <= ImageLimits.maximumByteCount else {
            throw .tooManyBytes(maximum: ImageLimits.maximumByteCount)
        }
        let first = await normalise(upload, for: client, on: ordinary, maximumMemory: Self.memoryOfOrdinaryImage)
        guard case .needsMoreMemory = first else { return try first.image() }
        return try await normalise(upload, for: client, on: large, maximumMemory: Self.memoryOfLargeImage).image()
    }

    public func makeWebImage(
        of full: StoredFile,
        width: WebImageWidth
    ) async throws(MarketError) -> [UInt8] {
        try await make { outcome in
            full.path.withCString { path in
                var request = market_web_request(path: path, width: Int32(width.pixels), quality: Self.webQuality)
                market_image_make_web(&request, &outcome)
            }
        }
    }

    public func makeIcon(of full: [UInt8], side: Int) async throws(MarketError) -> [UInt8] {
        try await make { outcome in
            full.withUnsafeBytes { market_image_make_icon($0.baseAddress, $0.count, Int32(side), &outcome) }
        }
    }

    private func make(
        _ encode: @escaping @Sendable (inout market_web_outcome) -> Void
    ) async throws(MarketError) -> [UInt8] {
        try await web.run(waitingFor: "the making of small images") { [web] in
            let result = VipsLibrary.encoded(by: encode)
            if web.load == .init(running: 1, waiting: 0) { VipsLibrary.trim() }
            return try result.get()
        }
    }

    private func normalise(
        _ upload: UploadedImage,
        for client: ClientAddress,
        on decoding: Decoding,
        maximumMemory: Int64
    ) async -> ImageNormalization.Outcome {
        let normalisation = ImageNormalization(maximumMemory: maximumMemory)
        do {
            return try await decoding.turns.run(for: client) {
                try await decoding.executor.run { [workers] in
                    if let workers { return workers.run(normalisation, path: upload.path) }
                    let outcome = normalisation.run(path: upload.path)
                    // The last running job trims the heap, which returns the memory freed by the decoders to the
                    // system.
                    if decoding.turns.load == .init(running: 1, waiting: 0) { VipsLibrary.trim() }
                    return outcome
                }
            }
        } catch {
            return .refused(.failed(reason: "\(error)"))
        }
    }
}
