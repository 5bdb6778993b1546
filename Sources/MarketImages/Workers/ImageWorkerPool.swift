internal import CWorkerProcess
internal import Foundation
public import MarketCore
internal import Synchronization

/// A pool of processes that decode or draw images. Processes are started on demand, reused for further images, and ended
/// when they are idle.
///
/// A decoder that crashes, or exceeds the memory or time limit of an image, ends only its own process. The image is
/// refused, and the next one gets a new process. An image whose idle process is killed from outside gets another one.
public final class ImageWorkerPool: Sendable {
    public struct Limits: Sendable {
        /// The maximum CPU time for one image, in seconds. The most expensive image that is accepted, an interlaced PNG
        /// of 50 megapixels with 16 bits and alpha, takes 4 s on a core of the benchmark machine.
        public var cpuSeconds: Int
        /// The maximum wall-clock time for one image, which allows for a machine that is busy.
        public var deadline: Duration
        /// The memory that a decoder may use beyond the estimate, in bytes. The stacks of libheif's four threads take
        /// 32 MB.
        public var memoryMargin = 64_000_000
        /// The time after which an idle process is ended. Starting one takes as much CPU time as a small image.
        public var idleTime = Duration.seconds(20)
        /// The number of images after which a process is replaced, so that leaks don't accumulate.
        public var imagesPerProcess = 200

        /// The limits of processes that decode uploads.
        public static let decoding = Limits()
        /// The limits of processes that draw share images, which takes 0.1 s.
        public static let drawing = Limits(cpuSeconds: 5, deadline: .seconds(30))

        public init(cpuSeconds: Int = 30, deadline: Duration = .seconds(120)) {
            self.cpuSeconds = cpuSeconds
            self.deadline = deadline
        }
    }

    /// The counters since the start of the pool.
    public struct Statistics: Hashable, Sendable {
        public var started = 0
        /// The number of processes that crashed or had to be killed while processing an image.
        public var lost = 0
        /// The peak resident memory of any process, in bytes.
        public var peakByteCount = 0
    }

    private struct State {
        var idle: [WorkerProcess] = []
        var statistics = Statistics()
        var isEndingScheduled = false
        var sandbox: ImageSandbox?
    }

    private let executable: String
    private let arguments: [String]
    private let limits: Limits
    private let report: @Sendable (String, String?) -> Void
    private let state = Mutex(State())

    public static let decodingArguments = ["openmarket", "image-worker"]
    public static let drawingArguments = ["openmarket", "image-worker", "--share-images"]

    /// - Parameters:
    ///   - executable: the program to start. The default is the running one, even if its file has been replaced
    ///     meanwhile.
    ///   - arguments: the arguments that make the program call ``ImageWorker/run(_:)``, starting with its name.
    ///   - report: called with a sentence and the reason, for the log, when a process was lost, can't be confined, or was
    ///     refused a system call.
    public init(
        executable: String = ImageWorkerPool.runningProgram,
        arguments: [String] = ImageWorkerPool.decodingArguments,
        limits: Limits = Limits(),
        report: @escaping @Sendable (String, String?) -> Void = { _, _ in }
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
    /// What confines the processes; nil if none has started yet.
    public var sandbox: ImageSandbox? { state.withLock { $0.sandbox } }
    public var idleProcesses: [Int32] { state.withLock { $0.idle.map(\.process) } }

    public func endIdle() {
        let ended = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for worker in ended { worker.end() }
    }

    /// Starts a process before there is work for it, and reports if that fails or the process can't be confined. It
    /// blocks.
    func start() {
        do throws(WorkerFailure) {
            release(try startWorker(), peakByteCount: 0)
        } catch {
            report("no image worker can be started, so images will be refused", error.description)
        }
    }

    /// Decodes a file in a worker process. It blocks.
    func run(_ normalisation: ImageNormalization, path: String) -> ImageNormalization.Outcome {
        let file: UploadFile
        do throws(ImageError) {
            file = try UploadFile(path: path)
        } catch {
            return .refused(error)
        }
        do throws(WorkerFailure) {
            let request = request(maximumMemory: normalisation.maximumMemory)
            let outcome = try run(request, file) { reply throws(WorkerFailure) in try reply.outcome() }
            if case .refused(.failed(let reason))? = outcome {
                // The decoder itself has failed, for lack of memory, not the code that reads and saves images.
                report("an image worker could not decode an image", reason)
                return .refused(.tooCostly)
            }
            return outcome ?? .refused(.tooCostly)
        } catch {
            return .refused(.failed(reason: "no image worker: \(error)"))
        }
    }

    /// Draws a card in a worker process. It blocks.
    ///
    /// - Parameter image: the image's full rendition, or nil to draw a card without one.
    func run(_ card: ShareCard, _ image: UploadFile?) -> Result<[UInt8], MarketError> {
        do throws(WorkerFailure) {
            var request = request(maximumMemory: ShareCardDrawing.maximumMemory)
            request.card = (try? JSONEncoder().encode(card)).map { [UInt8]($0) } ?? []
            let result = try run(request, image) { reply throws(WorkerFailure) in try reply.shareImage() }
            return result ?? .failure(.unavailable(reason: "an image worker was lost"))
        } catch {
            return .failure(.unavailable(reason: "no image worker: \(error)"))
        }
    }

    private func request(maximumMemory: Int64) -> WorkerRequest {
        WorkerRequest(
            maximumMemory: maximumMemory,
            memoryBound: maximumMemory + Int64(limits.memoryMargin),
            cpuSeconds: Int64(limits.cpuSeconds)
        )
    }

    /// - Returns: what `read` makes of the reply; nil when the worker was lost while it had the request.
    /// - Throws: ``WorkerFailure`` when no worker can be started.
    private func run<Outcome>(
        _ request: WorkerRequest,
        _ file: UploadFile?,
        _ read: (WorkerReply) throws(WorkerFailure) -> Outcome
    ) throws(WorkerFailure) -> Outcome? {
        while true {
            let (acquired, isNew) = try acquireWorker()
            var worker = acquired
            let deadline = market_worker_now() + limits.deadline.inNanoseconds
            do throws(WorkerFailure) {
                if try worker.send(request, file, deadline: deadline) {
                    let reply = try worker.receive(deadline: deadline)
                    reportRefusedCalls(of: worker)
                    let outcome = try read(reply)
                    release(worker, peakByteCount: reply.peakByteCount)
                    return outcome
                }
            } catch {
                reportRefusedCalls(of: worker)
                let signal = worker.end()
                state.withLock { $0.statistics.lost += 1 }
                report("an image worker was lost", "\(error), signal \(signal)")
                // Nothing that a decoder does ends in SIGKILL, so it says nothing about the image.
                if !isNew, error == .ended, signal == SIGKILL { continue }
                return nil
            }
            worker.end()
            // An idle worker may have been killed from outside, so it is worth trying another. A new one is tried only
            // once.
            if isNew { throw .ended }
        }
    }

    /// The path of the running program. On Linux it refers to the running file even after an update has replaced it.
    public static var runningProgram: String {
        #if os(Linux)
        "/proc/self/exe"
        #else
        Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    // MARK: Processes

    private func acquireWorker() throws(WorkerFailure) -> (WorkerProcess, isNew: Bool) {
        // The most recently used one, so that the others become idle.
        if let worker = state.withLock({ $0.idle.popLast() }) { return (worker, false) }
        return (try startWorker(), true)
    }

    private func startWorker() throws(WorkerFailure) -> WorkerProcess {
        let worker = try WorkerProcess(executable: executable, arguments: arguments)
        let sandbox: ImageSandbox = worker.isConfined ? .active : .none
        let previous = state.withLock { state in
            defer { state.sandbox = sandbox }
            state.statistics.started += 1
            return state.sandbox
        }
        if sandbox == .none, previous != ImageSandbox.none {
            report(
                """
                image workers run without a filter for system calls, because this system refuses it: allow seccomp \
                in the settings of the container, or use Linux with CONFIG_SECCOMP_FILTER on x86-64 or ARM64
                """,
                nil
            )
        }
        return worker
    }

    private func reportRefusedCalls(of worker: WorkerProcess) {
        let calls = worker.refusedCalls()
        guard !calls.isEmpty else { return }
        report("an image worker was refused system calls", calls.joined(separator: ", "))
    }

    private func release(_ worker: WorkerProcess, peakByteCount: Int) {
        let isKept = worker.imageCount < limits.imagesPerProcess
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

    /// Ends the processes that have been idle for too long.
    ///
    /// - Returns: whether idle processes are left.
    private func endUnused() -> Bool {
        let limit = market_worker_now() - limits.idleTime.inNanoseconds
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
