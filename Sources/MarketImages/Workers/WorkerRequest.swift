/// The message that a worker sends when it is ready.
enum WorkerGreeting: Int64 {
    case confined = 0x4F4D_5057_0000_0001
    /// The system has no filter for system calls.
    case unconfined = 0x4F4D_5057_0000_0002
}

/// A request to an image worker: 64-bit integers in native byte order, along with a descriptor of the image, followed by
/// the bytes whose number the last integer gives.
struct WorkerRequest {
    /// The maximum number of bytes that follow the integers.
    private static let longestCard = 100_000

    /// The maximum estimated memory of the decoding, in bytes.
    var maximumMemory: Int64
    /// The hard memory limit of the process, in bytes.
    var memoryBound: Int64
    var cpuSeconds: Int64
    /// The card to draw, as JSON; empty when an upload is to be decoded.
    var card: [UInt8] = []

    /// - Parameter descriptor: the descriptor of the image, or -1 if there is none.
    func send(_ descriptor: Int32, to socket: Int32, deadline: Int64) throws(WorkerFailure) {
        let numbers = [maximumMemory, memoryBound, cpuSeconds, Int64(card.count)]
        try WorkerFailure.check(numbers.send(to: socket, descriptor, deadline: deadline))
        try WorkerFailure.check(card.send(to: socket, deadline: deadline))
    }

    /// Receives a request.
    ///
    /// - Returns: the request and the descriptor, which the caller has to close, or nil when the peer has closed the
    ///   socket. The descriptor is -1 if none was sent.
    static func receive(from socket: Int32) -> (WorkerRequest, Int32)? {
        var numbers = [Int64](repeating: 0, count: 4)
        var descriptor: Int32 = -1
        guard numbers.receive(from: socket, &descriptor) == 0, let count = Int(exactly: numbers[3]),
            0...longestCard ~= count
        else { return nil }
        var card = [UInt8](repeating: 0, count: count)
        guard card.receive(from: socket) == 0 else { return nil }
        let request = WorkerRequest(
            maximumMemory: numbers[0],
            memoryBound: numbers[1],
            cpuSeconds: numbers[2],
            card: card
        )
        return (request, descriptor)
    }
}
