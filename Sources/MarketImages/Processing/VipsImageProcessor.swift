import Foundation
public import MarketCore
public import MarketModels

/// Normalises uploads with libvips, on a few threads of its own.
///
/// A file is decoded once, row by row where its format allows it: the full rendition is made from the file, the
/// thumbnail from the full rendition. What takes much memory, large files of a format that must be decoded as a whole
/// above all, goes through a second line that is one wide, which bounds the memory of the process. Web sizes have a third line, half as wide as the first:
/// whoever asks for many of them never stands in front of an upload, nor takes every core.
///
/// With ``PictureWorkers`` uploads are decoded in child processes, and this one only waits for them. Web sizes are made
/// from our own JPEGs, here.
public struct VipsImageProcessor: ImageProcessor {
    /// A photo of 12 megapixels stays below this in every format (WebP takes most, 150 MB); what takes more is decoded one
    /// at a time. In bytes.
    static let memoryOfOrdinaryImage: Int64 = 160_000_000
    /// 50 megapixels stay below this in every format but HEIC with more than 8 bits or full colour; interlaced PNG with 16
    /// bits and alpha takes most, 500 MB. In bytes.
    static let memoryOfLargeImage: Int64 = 520_000_000

    /// So many may wait for web sizes; more are told at once, and show the JPEG.
    static let waitingWebPictures = 64

    private let ordinary: BoundedExecutor
    private let large: BoundedExecutor
    private let web: BoundedExecutor
    private let workers: PictureWorkers?

    /// - Parameters:
    ///   - workerCount: how many images are decoded at once; as many as there are cores, unless told.
    ///   - workers: where uploads are decoded; nil for this process.
    /// - Throws: `ImageError.failed` when libvips can't be set up.
    public init(workerCount: Int? = nil, workers: PictureWorkers? = nil) throws(ImageError) {
        self.workers = workers
        guard VipsLibrary.isReady else { throw .failed(reason: "libvips can't be set up") }
        let width = max(1, workerCount ?? ProcessInfo.processInfo.activeProcessorCount)
        ordinary = BoundedExecutor(name: "images", width: width)
        large = BoundedExecutor(name: "images-large", width: 1)
        web = BoundedExecutor(name: "images-web", width: max(1, width / 2), waitingLimit: Self.waitingWebPictures)
    }

    /// How many images are being decoded and how many wait, the large ones aside.
    public var load: BoundedExecutor.Load { ordinary.load }
    /// The same for web sizes.
    public var webLoad: BoundedExecutor.Load { web.load }

    /// - Throws: `ImageError.failed` also when the caller is cancelled while the image waits.
    public func process(_ upload: UploadedImage) async throws(ImageError) -> ProcessedPicture {
        guard upload.byteCount > 0 else { throw .empty }
        guard upload.byteCount <= ImageLimits.maximumByteCount else {
            throw .tooManyBytes(maximum: ImageLimits.maximumByteCount)
        }
        let first = await normalise(upload, on: ordinary, maximumMemory: Self.memoryOfOrdinaryImage)
        guard case .needsMoreMemory = first else { return try first.picture() }
        return try await normalise(upload, on: large, maximumMemory: Self.memoryOfLargeImage).picture()
    }

    public func makeWebPicture(
        of full: StoredFile,
        width: WebPictureWidth
    ) async throws(WebPictureError) -> [UInt8] {
        let encoding = WebEncoding(path: full.path, width: width)
        let result: Result<[UInt8], WebPictureError>
        do {
            result = try await web.run { [web] in
                let result = encoding.run()
                if web.load == .init(running: 1, waiting: 0) { VipsLibrary.trim() }
                return result
            }
        } catch {
            throw error == .busy ? .busy : .failed(reason: "\(error)")
        }
        return try result.get()
    }

    private func normalise(
        _ upload: UploadedImage,
        on executor: BoundedExecutor,
        maximumMemory: Int64
    ) async -> Normalisation.Outcome {
        let normalisation = Normalisation(maximumMemory: maximumMemory)
        do {
            return try await executor.run { [workers] in
                if let workers { return workers.run(normalisation, path: upload.path) }
                let outcome = normalisation.run(path: upload.path)
                // The last one out turns off the light: what the decoders have freed goes back to the system.
                if executor.load == .init(running: 1, waiting: 0) { VipsLibrary.trim() }
                return outcome
            }
        } catch {
            return .refused(.failed(reason: "\(error)"))
        }
    }
}
