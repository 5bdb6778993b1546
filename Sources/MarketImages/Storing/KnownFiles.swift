internal import MarketCore
import Synchronization

/// Remembers files that were found whole, so that the same picture is not looked for and compared with its hash each time.
/// Whether one has changed since, whoever reads it sees by its size and time.
final class KnownFiles: Sendable {
    private struct State {
        var files: [String: StoredFile] = [:]
        var epoch: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Moves whenever something is forgotten. What was seen in an older epoch may be gone.
    var epoch: UInt64 { state.withLock { $0.epoch } }

    func file(at path: String) -> StoredFile? {
        state.withLock { $0.files[path] }
    }

    func remember(_ file: StoredFile, seenAt epoch: UInt64) {
        state.withLock { state in
            guard state.epoch == epoch else { return }
            // Any other entry makes room: looking a file up again costs microseconds, keeping an order costs more.
            if state.files.count >= capacity, let other = state.files.keys.first {
                state.files[other] = nil
            }
            state.files[file.path] = file
        }
    }

    func forget(_ paths: [String]) {
        state.withLock { state in
            state.epoch += 1
            for path in paths { state.files[path] = nil }
        }
    }
}
