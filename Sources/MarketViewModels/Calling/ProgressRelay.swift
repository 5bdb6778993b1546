import MarketClient

/// Forwards the progress of a transfer, which is reported on any thread, to the main actor in order.
struct ProgressRelay: Sendable {
    private let continuation: AsyncStream<Double>.Continuation

    /// - Parameter onProgress: Called with the fraction, 0 to 1. Intermediate values may be skipped.
    init(_ onProgress: @escaping @MainActor (Double) -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        Task { @MainActor in
            for await fraction in stream { onProgress(fraction) }
        }
    }

    func report(_ progress: TransferProgress) {
        continuation.yield(progress.fraction)
    }

    func finish() {
        continuation.finish()
    }
}
