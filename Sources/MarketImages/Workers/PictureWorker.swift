internal import CWorkerProcess
internal import MarketCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A process that does nothing but decode pictures, for the server that has started it: one after the other, each within
/// bounds on memory and CPU time, without files, network or other programs.
public enum PictureWorker {
    private static let socket: Int32 = 0

    /// Serves requests from standard input, a socket, until its other end is closed.
    public static func run() -> Never {
        guard VipsLibrary.isReady, market_worker_end_with_peer(socket) == 0 else { exit(1) }
        market_worker_confine()
        let greeting = [WorkerRequest.greeting]
        var result = greeting.withUnsafeBytes {
            market_worker_send(socket, $0.baseAddress, $0.count, -1, Int64.max)
        }
        while result == 0, let (request, descriptor) = WorkerRequest.receive(from: socket) {
            market_worker_bound(request.memoryBound, request.cpuSeconds)
            let outcome = Normalisation(maximumMemory: request.maximumMemory).run(descriptor: descriptor)
            result = WorkerReply(outcome, peakByteCount: market_worker_peak()).send(to: socket)
            // What the next picture may take is counted from what this one leaves.
            VipsLibrary.trim()
        }
        exit(0)
    }
}
