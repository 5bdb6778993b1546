internal import CWorkerProcess

/// What a picture worker is asked for, with a descriptor of the upload: numbers of 64 bits in the machine's own order.
struct WorkerRequest {
    /// What the work may hold by its estimate, and what it may take for all that, in bytes.
    var maximumMemory: Int64
    var memoryBound: Int64
    var cpuSeconds: Int64

    /// What a worker says when it is ready.
    static let greeting: Int64 = 0x4F4D_5057_0000_0001

    func send(_ descriptor: Int32, to socket: Int32, deadline: Int64) throws(WorkerProblem) {
        try WorkerProblem.check(
            [maximumMemory, memoryBound, cpuSeconds].withUnsafeBytes {
                market_worker_send(socket, $0.baseAddress, $0.count, descriptor, deadline)
            }
        )
    }

    /// - Returns: the request and the descriptor, which the caller closes; nil when no more come.
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
