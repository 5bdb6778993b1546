internal import CWorkerProcess
internal import Foundation
internal import MarketCore

/// A process that decodes or draws images for the server that has started it. It makes one image at a time, with limits
/// on memory and CPU time, and without access to files, the network or other programs where the system can filter calls.
public enum ImageWorker {
    /// What a worker does.
    public enum Job: Sendable {
        case decodingUploads
        /// The fonts are opened at the start, because they are files.
        case drawingShareImages
    }

    private static let socket: Int32 = 0

    /// Serves requests from standard input, which is a socket, until the peer closes it.
    public static func run(_ job: Job) -> Never {
        guard VipsLibrary.isReady, market_worker_end_with_peer(socket) == 0 else { exit(1) }
        if job == .drawingShareImages { ShareCardFonts.open() }
        let isConfined = market_worker_confine() == 0
        let greeting = [(isConfined ? WorkerGreeting.confined : .unconfined).rawValue]
        var result = greeting.send(to: socket)
        while result == 0, let (request, descriptor) = WorkerRequest.receive(from: socket) {
            market_worker_bound(request.memoryBound, request.cpuSeconds)
            result = reply(to: request, descriptor, job).send(to: socket)
            // Trimmed first, because the memory limit of the next image is relative to the memory in use.
            VipsLibrary.trim()
        }
        exit(0)
    }

    private static func reply(to request: WorkerRequest, _ descriptor: Int32, _ job: Job) -> WorkerReply {
        switch job {
        case .decodingUploads:
            let outcome = ImageNormalization(maximumMemory: request.maximumMemory).run(descriptor: descriptor)
            return WorkerReply(outcome, peakByteCount: market_worker_peak())
        case .drawingShareImages:
            defer { if descriptor >= 0 { close(descriptor) } }
            guard let card = try? JSONDecoder().decode(ShareCard.self, from: Data(request.card)) else {
                return WorkerReply(
                    .failure(.unavailable(reason: "unreadable card")),
                    peakByteCount: market_worker_peak()
                )
            }
            let drawing = ShareCardDrawing(card: card, image: descriptor >= 0 ? descriptor : nil)
            return WorkerReply(drawing.run(), peakByteCount: market_worker_peak())
        }
    }
}
