internal import CWorkerProcess
internal import Foundation
internal import MarketCore
internal import Synchronization

/// Processes that decode pictures: started when there is work, kept for the next picture, ended when there is none.
///
/// A decoder that crashes, or takes more memory or time than a picture gets, ends its process and nothing else: that
/// picture is refused, and the next one gets a new process.
public final class PictureWorkers: Sendable {
    public struct Limits: Sendable {
        /// What decoding one picture may take of one core. The costliest that is let through, 50 megapixels of an
        /// interlaced PNG with 16 bits and alpha, takes 4 s on a core of the machine of the benchmarks.
        public var cpuSeconds = 30
        /// How long one picture may take in all, on a machine that has other things to do.
        public var deadline = Duration.seconds(120)
        /// What a decoder may take beyond the estimate, in bytes: the stacks of libheif's four threads are 32 MB.
        public var memoryMargin = 64_000_000
        /// How long a process is kept that nobody needs. Starting one takes as much CPU time as a small picture.
        public var idleTime = Duration.seconds(20)
        /// After so many pictures a process is replaced, so that nothing of what came in piles up in it.
        public var picturesPerProcess = 200

        public init() {}
    }

    /// What has happened since the start.
    public struct Statistics: Hashable, Sendable {
        public var started = 0
        /// Those that crashed or had to be killed over a picture.
        public var lost = 0
        /// The most that one of them has had resident, in bytes.
        public var peakByteCount = 0
    }

    private struct State {
        var idle: [WorkerProcess] = []
        var statistics = Statistics()
        var isEndingScheduled = false
    }

    private let executable: String
    private let arguments: [String]
    private let limits: Limits
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - executable: the program to start; the running one, even if its file has been replaced meanwhile.
    ///   - arguments: what makes it call ``PictureWorker/run()``, with its name in front.
    ///   - report: told, for the log, how a process was lost.
    public init(
        executable: String = PictureWorkers.runningProgram,
        arguments: [String] = ["openmarket", "picture-worker"],
        limits: Limits = Limits(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.executable = executable
        self.arguments = arguments
        self.limits = limits
        self.report = report
    }

    deinit {
        for worker in state.withLock({ $0.idle }) { worker.end() }
    }

    public var statistics: Statistics { state.withLock { $0.statistics } }
    /// The processes that wait for work.
    public var idleProcesses: [Int32] { state.withLock { $0.idle.map(\.process) } }

    /// Ends the processes that wait for work.
    public func endIdle() {
        let ended = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for worker in ended { worker.end() }
    }

    /// Has a file decoded. It blocks.
    func run(_ normalisation: Normalisation, path: String) -> Normalisation.Outcome {
        let file: UploadFile
        do throws(ImageError) {
            file = try UploadFile(path: path)
        } catch {
            return .refused(error)
        }
        let request = WorkerRequest(
            maximumMemory: normalisation.maximumMemory,
            memoryBound: normalisation.maximumMemory + Int64(limits.memoryMargin),
            cpuSeconds: Int64(limits.cpuSeconds)
        )
        do throws(WorkerProblem) {
            while true {
                let (worker, isNew) = try takeWorker()
                let deadline = market_worker_now() + limits.deadline.nanoseconds
                if let outcome = decode(request, file, worker, deadline: deadline) { return outcome }
                // One that has waited may have been ended from outside; a new one is tried once.
                if isNew { throw .ended }
            }
        } catch {
            return .refused(.failed(reason: "no picture worker: \(error)"))
        }
    }

    /// - Returns: nil when the worker was gone before it saw anything.
    private func decode(
        _ request: WorkerRequest,
        _ file: UploadFile,
        _ worker: WorkerProcess,
        deadline: Int64
    ) -> Normalisation.Outcome? {
        var worker = worker
        do throws(WorkerProblem) {
            guard try worker.send(request, file, deadline: deadline) else {
                worker.end()
                return nil
            }
            let reply = try worker.receive(deadline: deadline)
            let outcome = try reply.outcome()
            putBack(worker, peakByteCount: reply.peakByteCount)
            if case .refused(.failed(let reason)) = outcome {
                // Not what reads and saves pictures has failed, but their decoder, for want of memory.
                report("a picture worker could not decode a picture: \(reason)")
                return .refused(.tooCostly)
            }
            return outcome
        } catch {
            let signal = worker.end()
            state.withLock { $0.statistics.lost += 1 }
            report("a picture worker was lost: \(error), signal \(signal)")
            return .refused(.tooCostly)
        }
    }

    /// On Linux a name for the very file, which leads to it even when an update has put another one in its place.
    public static var runningProgram: String {
        #if os(Linux)
        "/proc/self/exe"
        #else
        Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    // MARK: Processes

    private func takeWorker() throws(WorkerProblem) -> (WorkerProcess, isNew: Bool) {
        // The last one that came back: the others may end.
        if let worker = state.withLock({ $0.idle.popLast() }) { return (worker, false) }
        let worker = try WorkerProcess(executable: executable, arguments: arguments)
        state.withLock { $0.statistics.started += 1 }
        return (worker, true)
    }

    private func putBack(_ worker: WorkerProcess, peakByteCount: Int) {
        let isKept = worker.pictureCount < limits.picturesPerProcess
        let isToSchedule = state.withLock { state in
            state.statistics.peakByteCount = max(state.statistics.peakByteCount, peakByteCount)
            guard isKept else { return false }
            state.idle.append(worker)
            defer { state.isEndingScheduled = true }
            return !state.isEndingScheduled
        }
        if !isKept { worker.end() }
        if isToSchedule { scheduleEnding() }
    }

    private func scheduleEnding() {
        Task.detached(priority: .background) { [weak self, idleTime = limits.idleTime] in
            repeat { try? await Task.sleep(for: idleTime) } while self?.endUnused() == true
        }
    }

    /// - Returns: whether some are left.
    private func endUnused() -> Bool {
        let limit = market_worker_now() - limits.idleTime.nanoseconds
        let (ended, isSomeLeft) = state.withLock { state in
            let ended = state.idle.filter { $0.lastUse <= limit }
            state.idle.removeAll { $0.lastUse <= limit }
            state.isEndingScheduled = !state.idle.isEmpty
            return (ended, state.isEndingScheduled)
        }
        for worker in ended { worker.end() }
        return isSomeLeft
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
