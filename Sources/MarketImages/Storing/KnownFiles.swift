import Synchronization

/// Remembers files that exist, which never change, so that the same picture is not looked for on disk each time.
final class KnownFiles: Sendable {
    private struct State {
        var byteCounts: [String: Int] = [:]
        var epoch: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Moves whenever something is forgotten. What was seen in an older epoch may be gone.
    var epoch: UInt64 { state.withLock { $0.epoch } }

    func byteCount(of path: String) -> Int? {
        state.withLock { $0.byteCounts[path] }
    }

    func remember(_ path: String, byteCount: Int, seenAt epoch: UInt64) {
        state.withLock { state in
            guard state.epoch == epoch else { return }
            // Any other entry makes room: looking a file up again costs microseconds, keeping an order costs more.
            if state.byteCounts.count >= capacity, let other = state.byteCounts.keys.first {
                state.byteCounts[other] = nil
            }
            state.byteCounts[path] = byteCount
        }
    }

    func forget(_ paths: [String]) {
        state.withLock { state in
            state.epoch += 1
            for path in paths { state.byteCounts[path] = nil }
        }
    }
}
