internal import CWorkerProcess
internal import Foundation
internal import MarketCore

/// The server's end of the connection to one image worker. Must be used by one thread at a time.
struct WorkerProcess: Sendable {
    /// The time limit for starting a process, in nanoseconds. A release build is ready in a tenth of a second; a debug
    /// build on a busy machine takes several seconds.
    private static let startingTime: Int64 = 60_000_000_000

    /// The maximum number of refused calls that are read at once.
    private static let mostRefusals = 64

    let process: pid_t
    private let socket: Int32
    /// The end of a pipe into which the worker's filter writes the numbers of calls that it refuses.
    private let refusals: Int32
    /// Whether the system filters the worker's calls.
    let isConfined: Bool
    private(set) var imageCount = 0
    /// The time of the start or of the last reply, from `market_worker_now()`.
    private(set) var lastUse = market_worker_now()

    init(executable: String, arguments: [String]) throws(WorkerFailure) {
        var process: pid_t = 0
        var socket: Int32 = -1
        var refusals: Int32 = -1
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        try WorkerFailure.check(market_worker_spawn(executable, &pointers, &process, &socket, &refusals))
        do throws(WorkerFailure) {
            var greeting: [Int64] = [0]
            let deadline = market_worker_now() + Self.startingTime
            try WorkerFailure.check(greeting.receive(from: socket, deadline: deadline))
            guard let greeting = WorkerGreeting(rawValue: greeting[0]) else { throw .unreadable }
            self.process = process
            self.socket = socket
            self.refusals = refusals
            isConfined = greeting == .confined
        } catch {
            Self.end(process, closing: [socket, refusals])
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
    func end() -> Int32 { Self.end(process, closing: [socket, refusals]) }

    @discardableResult
    private static func end(_ process: pid_t, closing descriptors: [Int32]) -> Int32 {
        kill(process, SIGKILL)
        let status = market_worker_wait(process)
        for descriptor in descriptors { close(descriptor) }
        return market_worker_signal(status)
    }

    /// The names of the system calls, or their numbers, that the worker's filter has refused since the last time. A
    /// compromised worker can write anything, so no more than ``mostRefusals`` are read.
    func refusedCalls() -> [String] {
        var calls = [Int32](repeating: 0, count: Self.mostRefusals)
        let count = calls.withUnsafeMutableBytes { read(refusals, $0.baseAddress, $0.count) }
        guard count > 0 else { return [] }
        return calls.prefix(count / MemoryLayout<Int32>.size).map { call in
            guard let name = market_worker_call_name(call) else { return "\(call)" }
            defer { free(name) }
            return String(cString: name)
        }
    }
}
