import MarketClient

/// Brings the progress of a transfer, which is told on any thread, to the main actor in order.
struct ProgressRelay: Sendable {
    private let continuation: AsyncStream<Double>.Continuation

    /// - Parameter hear: told of 0 to 1; steps in between may be left out.
    init(_ hear: @escaping @MainActor (Double) -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        Task { @MainActor in
            for await fraction in stream { hear(fraction) }
        }
    }

    func tell(_ progress: TransferProgress) {
        continuation.yield(progress.fraction)
    }

    func finish() {
        continuation.finish()
    }
}
