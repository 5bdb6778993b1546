internal import GRDB
internal import Synchronization

/// Connections that read on the thread that asks, without waiting and without waking another.
///
/// A `DatabasePool` hands each read through several dispatch queues, locks and a semaphore, which takes longer than the
/// hot reads themselves. Here a reader is taken from a list and put back. All are opened for reading only.
final class QuickReaders: Sendable {
    private struct Reader: @unchecked Sendable {
        let queue: DatabaseQueue
        /// Used on the reader's own queue only.
        let timer: ReadTimer
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

    /// - Returns: nil, without reading, when every reader is busy.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        guard let reader = try takeReader() else { return nil }
        defer { putBack(reader) }
        return try reader.queue.unsafeRead { database in try reader.timer.reporting { try body(database) } }
    }

    /// Reads that are under way end first.
    func close() throws {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for reader in idle { try reader.queue.close() }
    }

    private func takeReader() throws -> Reader? {
        enum Place { case reader(Reader), opening, none }
        let place = state.withLock { state -> Place in
            if let reader = state.idle.popLast() { return .reader(reader) }
            guard !state.isClosed, state.openedCount < settings.quickReaderCount else { return .none }
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
            let timer = ReadTimer(limit: settings.readLimit)
            queue.unsafeRead { database in
                if let connection = database.sqliteConnection { timer.install(on: connection) }
            }
            return Reader(queue: queue, timer: timer)
        } catch {
            state.withLock { $0.openedCount -= 1 }
            throw error
        }
    }

    private func putBack(_ reader: Reader) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.idle.append(reader) }
            return state.isClosed
        }
        if isClosed { try? reader.queue.close() }
    }
}
