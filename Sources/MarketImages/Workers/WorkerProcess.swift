internal import CWorkerProcess
internal import MarketCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The server's end of the connection to one image worker. Must be used by one thread at a time.
struct WorkerProcess: Sendable {
    /// The time limit for starting a process, in nanoseconds. A release build is ready in a tenth of a second; a debug
    /// build on a busy machine takes several seconds.
    private static let startingTime: Int64 = 60_000_000_000

    let process: pid_t
    private let socket: Int32
    private(set) var imageCount = 0
    /// The time of the last reply, from `market_worker_now()`.
    private(set) var lastUse: Int64 = 0

    init(executable: String, arguments: [String]) throws(WorkerFailure) {
        var process: pid_t = 0
        var socket: Int32 = -1
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        try WorkerFailure.check(market_worker_spawn(executable, &pointers, &process, &socket))
        self.process = process
        self.socket = socket
        do throws(WorkerFailure) {
            var greeting: Int64 = 0
            try WorkerFailure.check(
                withUnsafeMutableBytes(of: &greeting) {
                    market_worker_receive(
                        socket,
                        $0.baseAddress,
                        $0.count,
                        nil,
                        market_worker_now() + Self.startingTime
                    )
                }
            )
            guard greeting == WorkerRequest.greeting else { throw .unreadable }
        } catch {
            end()
            throw error
        }
    }

    /// - Returns: false when the worker had ended before. It hasn't received the request then.
    func send(_ request: WorkerRequest, _ file: UploadFile?, deadline: Int64) throws(WorkerFailure) -> Bool {
        do {
            try request.send(file?.descriptor ?? -1, to: socket, deadline: deadline)
            return true
        } catch .ended {
            return false
        }
    }

    mutating func receive(deadline: Int64) throws(WorkerFailure) -> WorkerReply {
        let reply = try WorkerReply(from: socket, deadline: deadline)
        imageCount += 1
        lastUse = market_worker_now()
        return reply
    }

    /// Kills the process if it is running, and waits for its end.
    ///
    /// - Returns: the signal that ended it, or 0. A signal that arrived before this SIGKILL takes precedence.
    @discardableResult
    func end() -> Int32 {
        kill(process, SIGKILL)
        let status = market_worker_wait(process)
        close(socket)
        return market_worker_signal(status)
    }
}
