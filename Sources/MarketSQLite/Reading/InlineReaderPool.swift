internal import GRDB
internal import Synchronization

/// A pool of read-only connections that read on the calling thread, without waiting or waking another thread.
///
/// A `DatabasePool` passes each read through several dispatch queues, locks and a semaphore, which takes longer than
/// the hot reads themselves. This pool only takes a reader from a list and puts it back.
final class InlineReaderPool: Sendable {
    private struct Reader: @unchecked Sendable {
        let queue: DatabaseQueue
        /// Used on the reader's own queue only.
        let timer: ReadDeadline
    }

    private struct State {
        var idle: [Reader] = []
        var openedCount = 0
        var isClosed = false
    }

    private let path: String
    private let settings: ConnectionSettings
    private let state = Mutex(State())

    init(path: String, settings: ConnectionSettings) {
        self.path = path
        self.settings = settings
    }

    /// Reads on the calling thread.
    ///
    /// - Returns: nil, without reading, when every reader is busy.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        guard let reader = try acquireReader() else { return nil }
        defer { release(reader) }
        return try reader.queue.unsafeRead { database in try reader.timer.reporting { try body(database) } }
    }

    /// Closes the idle readers, and each busy reader when its read has finished.
    func close() throws {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for reader in idle { try reader.queue.close() }
    }

    private func acquireReader() throws -> Reader? {
        enum Place { case reader(Reader), opening, none }
        let place = state.withLock { state -> Place in
            if let reader = state.idle.popLast() { return .reader(reader) }
            guard !state.isClosed, state.openedCount < settings.inlineReaderCount else { return .none }
            state.openedCount += 1
            return .opening
        }
        switch place {
        case .reader(let reader): return reader
        case .none: return nil
        case .opening: break
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: settings.readOnlyConfiguration)
            let timer = ReadDeadline(limit: settings.readLimit)
            queue.unsafeRead { database in
                if let connection = database.sqliteConnection { timer.install(on: connection) }
            }
            return Reader(queue: queue, timer: timer)
        } catch {
            state.withLock { $0.openedCount -= 1 }
            throw error
        }
    }

    private func release(_ reader: Reader) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.idle.append(reader) }
            return state.isClosed
        }
        if isClosed { try? reader.queue.close() }
    }
}
