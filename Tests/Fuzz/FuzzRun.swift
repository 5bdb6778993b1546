import Foundation

/// Starts the jobs, reports their progress and evaluates the result.
struct FuzzRun {
    enum Outcome: Int32 { case fine = 0, failed = 1, misused = 2, hanging = 3 }

    private static let reportInterval = 10.0
    /// The time in seconds after which an input counts as hanging.
    private static let hangTimeout = 60.0
    /// Memory growth isn't judged before this many inputs, because buffers grow to their size first.
    private static let warmUpInputCount: UInt64 = 200_000
    /// The memory that the allocator may retain, in bytes.
    private static let allowedGrowth = 16 * 1_048_576

    private let options: FuzzOptions
    private let corpus: Corpus
    private let statuses: [FuzzStatus]
    private let start = Date()

    init(_ options: FuzzOptions, _ corpus: Corpus) {
        self.options = options
        self.corpus = corpus
        statuses = (0..<options.jobCount).map { _ in FuzzStatus() }
    }

    private var seconds: Double { Date().timeIntervalSince(start) }
    private var inputs: UInt64 { statuses.reduce(0) { $0 + $1.inputs } }
    private var failures: UInt64 { statuses.reduce(0) { $0 + $1.failures } }

    func run() -> Outcome {
        for (index, status) in statuses.enumerated() {
            let (options, corpus) = (options, corpus)
            Thread.detachNewThread {
                var job = FuzzJob(options, index: index, corpus: corpus, status: status)
                job.run()
            }
        }
        var warm: Int?
        var reported = 0.0
        var watch = HangWatch(count: statuses.count)
        while !statuses.allSatisfy(\.hasEnded) {
            Thread.sleep(forTimeInterval: 0.05)
            if warm == nil, inputs >= Self.warmUpInputCount { warm = Measuring.residentByteCount() }
            if let limit = options.seconds, seconds >= limit { statuses.forEach { $0.stop() } }
            if let index = watch.hanging(statuses, at: seconds, hangTimeout: Self.hangTimeout) {
                let path = "\(options.keepFolder)/fuzz-current-\(index).http"
                Console.write("FAILURE: an input has been read for a minute: \(path)")
                return .hanging
            }
            if seconds - reported >= Self.reportInterval {
                reported = seconds
                Console.write(summary)
            }
        }
        return judge(warm: warm)
    }

    private func judge(warm: Int?) -> Outcome {
        if let slowest = statuses.map(\.slowestInput).max(by: { $0.time < $1.time }) {
            Console.write("slowest: \(slowest.time / 1000) µs (\(slowest.what))")
        }
        var hasGrown = false
        if let warm, let end = Measuring.residentByteCount() {
            Console.write("resident memory: \(warm / 1024) KB after warming up, \(end / 1024) KB at the end")
            hasGrown = end - warm > Self.allowedGrowth
            if hasGrown { Console.write("FAILURE: memory has grown") }
        }
        Console.write(summary)
        return failures > 0 || hasGrown ? .failed : .fine
    }

    private var summary: String {
        let rate = Int(Double(inputs) / max(seconds, 0.001))
        return "\(inputs) inputs, \(failures) failures, \(Int(seconds)) s, \(rate) inputs/s"
    }
}

/// Detects a job that has stopped counting.
private struct HangWatch {
    private var seen: [(inputs: UInt64, time: Double)]

    init(count: Int) { seen = Array(repeating: (0, 0), count: count) }

    mutating func hanging(_ statuses: [FuzzStatus], at time: Double, hangTimeout: Double) -> Int? {
        for (index, status) in statuses.enumerated() where !status.hasEnded {
            if status.inputs != seen[index].inputs { seen[index] = (status.inputs, time) }
            if time - seen[index].time > hangTimeout { return index }
        }
        return nil
    }
}
