internal import MarketCore
import Synchronization

/// A cache of files that were found intact, so that an image isn't looked up and verified on every request. Readers
/// detect later changes of a file by its size and modification time.
final class VerifiedFiles: Sendable {
    private struct State {
        var files: [String: StoredFile] = [:]
        var epoch: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// A counter that changes whenever files are forgotten. A file found during an earlier epoch may have been removed.
    var epoch: UInt64 { state.withLock { $0.epoch } }

    func file(at path: String) -> StoredFile? {
        state.withLock { $0.files[path] }
    }

    func remember(_ file: StoredFile, seenAt epoch: UInt64) {
        state.withLock { state in
            guard state.epoch == epoch else { return }
            // Evicts an arbitrary entry: looking a file up again costs microseconds, maintaining an order costs more.
            if state.files.count >= capacity, let other = state.files.keys.first {
                state.files[other] = nil
            }
            state.files[file.path] = file
        }
    }

    func invalidate(_ paths: [String]) {
        state.withLock { state in
            state.epoch += 1
            for path in paths { state.files[path] = nil }
        }
    }
}
