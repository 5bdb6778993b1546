import Foundation
import Synchronization

/// The progress of a job, readable from other threads.
final class FuzzStatus: Sendable {
    private let inputCount = Atomic<UInt64>(0)
    private let failureCount = Atomic<UInt64>(0)
    private let hasEndedFlag = Atomic<Bool>(false)
    private let mustStopFlag = Atomic<Bool>(false)
    /// The longest time in nanoseconds, and the input that took it.
    private let slowest = Mutex<(time: UInt64, what: String)>((0, "nothing"))

    var inputs: UInt64 { inputCount.load(ordering: .relaxed) }
    var failures: UInt64 { failureCount.load(ordering: .relaxed) }
    var hasEnded: Bool { hasEndedFlag.load(ordering: .acquiring) }
    var mustStop: Bool { mustStopFlag.load(ordering: .relaxed) }
    var slowestInput: (time: UInt64, what: String) { slowest.withLock { $0 } }

    func countInput() { inputCount.wrappingAdd(1, ordering: .relaxed) }
    func countFailure() { failureCount.wrappingAdd(1, ordering: .relaxed) }
    func end() { hasEndedFlag.store(true, ordering: .releasing) }
    func stop() { mustStopFlag.store(true, ordering: .relaxed) }

    func note(time: UInt64, _ what: @autoclosure () -> String) {
        slowest.withLock { if time > $0.time { $0 = (time, what()) } }
    }
}
