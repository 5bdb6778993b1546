import CoreMetrics
import MarketCore
import MarketModels

/// The metrics of jobs, which run in the background at intervals.
struct JobMetrics: Sendable {
    private let dimensions: [(String, String)]

    /// - Parameter job: the job, as metrics name it.
    init(_ job: String) {
        dimensions = [("job", job)]
        // So that they are there before the first run.
        for isDone in [true, false] { counter(isDone: isDone).increment(by: 0) }
    }

    /// Runs a job, and counts whether it succeeds.
    ///
    /// - Parameter succeeds: whether a run with this result counts as done.
    func measure<Value>(
        isolation: isolated (any Actor)? = #isolation,
        succeeds: (Value) -> Bool = { _ in true },
        _ run: () async throws -> Value
    ) async throws -> Value {
        let begin = ContinuousClock.now
        do {
            let value = try await run()
            Timer(label: "openmarket_job_duration_seconds", dimensions: dimensions)
                .recordNanoseconds((ContinuousClock.now - begin).inNanoseconds)
            ended(isDone: succeeds(value))
            return value
        } catch {
            if !Task.isCancelled { ended(isDone: false) }
            throw error
        }
    }

    /// Counts a run that has ended.
    func ended(isDone: Bool) {
        counter(isDone: isDone).increment()
        guard isDone else { return }
        Gauge(label: "openmarket_job_last_success_timestamp_seconds", dimensions: dimensions)
            .record(SystemWallClock().now.millisecondsSinceEpoch / 1000)
    }

    private func counter(isDone: Bool) -> Counter {
        Counter(label: "openmarket_job_runs_total", dimensions: dimensions + [("outcome", isDone ? "done" : "failed")])
    }
}
