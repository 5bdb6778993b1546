public import MarketCore

/// A renderer of share images that uses libvips, and Pango for the texts.
///
/// With ``ImageWorkerPool``, cards are drawn in child processes, one at a time: the names of products come from
/// strangers, and fonts and the shaping of texts are complicated.
public struct VipsShareImageRenderer: ShareImageRenderer {
    /// The maximum number of requests that wait. Further ones are refused immediately.
    static let waitingCount = 64

    private let executor = BoundedExecutor(name: "share-images", width: 1, waitingLimit: waitingCount)
    private let workers: ImageWorkerPool?

    /// - Parameter workers: the processes that draw, started with ``ImageWorkerPool/drawingArguments``; nil to draw in
    ///   this process.
    /// - Throws: `ImageError.failed` when libvips can't be set up.
    public init(workers: ImageWorkerPool? = nil) throws(ImageError) {
        guard VipsLibrary.isReady else { throw .failed(reason: "libvips can't be set up") }
        self.workers = workers
    }

    /// The numbers of cards that are being drawn and waiting.
    public var load: BoundedExecutor.Load { executor.load }

    public func render(_ card: ShareCard, image: StoredFile?) async throws(MarketError) -> [UInt8] {
        try await executor.run(waitingFor: "the drawing of share images") { [workers] in
            let file = try image.map { try UploadFile(path: $0.path) }
            if let workers { return try workers.run(card, file).get() }
            return try withExtendedLifetime(file) { ShareCardDrawing(card: card, image: file?.descriptor).run() }.get()
        }
    }
}
