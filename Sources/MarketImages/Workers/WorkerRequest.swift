internal import CWorkerProcess

/// A request to an image worker: 64-bit integers in native byte order, along with a descriptor of the upload.
struct WorkerRequest {
    /// The maximum estimated memory of the decoding, in bytes.
    var maximumMemory: Int64
    /// The hard memory limit of the process, in bytes.
    var memoryBound: Int64
    var cpuSeconds: Int64

    /// The message that a worker sends when it is ready.
    static let greeting: Int64 = 0x4F4D_5057_0000_0001

    func send(_ descriptor: Int32, to socket: Int32, deadline: Int64) throws(WorkerFailure) {
        try WorkerFailure.check(
            [maximumMemory, memoryBound, cpuSeconds].withUnsafeBytes {
                market_worker_send(socket, $0.baseAddress, $0.count, descriptor, deadline)
            }
        )
    }

    /// Receives a request.
    ///
    /// - Returns: the request and the descriptor, which the caller has to close, or nil when the peer has closed the
    ///   socket.
    static func receive(from socket: Int32) -> (WorkerRequest, Int32)? {
        var numbers = [Int64](repeating: 0, count: 3)
        var descriptor: Int32 = -1
        let result = numbers.withUnsafeMutableBytes {
            market_worker_receive(socket, $0.baseAddress, $0.count, &descriptor, Int64.max)
        }
        guard result == 0 else { return nil }
        return (
            WorkerRequest(maximumMemory: numbers[0], memoryBound: numbers[1], cpuSeconds: numbers[2]), descriptor
        )
    }
}
