internal import CWorkerProcess
internal import MarketCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A process that decodes images for the server that has started it. It decodes one image at a time, with limits on
/// memory and CPU time, and without access to files, the network or other programs.
public enum ImageWorker {
    private static let socket: Int32 = 0

    /// Serves requests from standard input, which is a socket, until the peer closes it.
    public static func run() -> Never {
        guard VipsLibrary.isReady, market_worker_end_with_peer(socket) == 0 else { exit(1) }
        market_worker_confine()
        let greeting = [WorkerRequest.greeting]
        var result = greeting.withUnsafeBytes {
            market_worker_send(socket, $0.baseAddress, $0.count, -1, Int64.max)
        }
        while result == 0, let (request, descriptor) = WorkerRequest.receive(from: socket) {
            market_worker_bound(request.memoryBound, request.cpuSeconds)
            let outcome = ImageNormalization(maximumMemory: request.maximumMemory).run(descriptor: descriptor)
            result = WorkerReply(outcome, peakByteCount: market_worker_peak()).send(to: socket)
            // Trimmed first, because the memory limit of the next image is relative to the memory in use.
            VipsLibrary.trim()
        }
        exit(0)
    }
}
