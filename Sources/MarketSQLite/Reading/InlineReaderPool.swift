internal import CSQLiteShim
internal import GRDB
internal import MarketCore
internal import MarketModels
internal import Synchronization

/// A pool of read-only connections that read on the calling thread, without waiting or waking another thread.
///
/// A `DatabasePool` passes each read through several dispatch queues, locks and a semaphore, which takes longer than
/// the hot reads themselves. This pool only takes a reader from a list and puts it back.
final class InlineReaderPool: Sendable {
    /// A connection, which only the thread that has taken it from the list uses.
    private final class Reader: @unchecked Sendable {
        let queue: DatabaseQueue
        let timer: ReadDeadline
        /// Reads a product (``DatabaseRecords/productText``). It is used without GRDB's queue, whose locks and closures take a
        /// quarter of the time of the statement.
        private(set) var product: Statement?

        init(queue: DatabaseQueue, timer: ReadDeadline, product: Statement) {
            self.queue = queue
            self.timer = timer
            self.product = product
        }

        func close() throws {
            // A connection with statements can't be closed.
            product = nil
            try queue.close()
        }
    }

    private struct State {
        var idle: [Reader] = []
        var openedCount = 0
        var isClosed = false
    }

    /// The time limit of a read that must not wait. An event loop has others to serve.
    private static let limitWithoutWaiting = Duration.milliseconds(2)

    /// Reads run on the calling threads, so more readers than such threads are useless. If all are busy, a read waits along with
    /// the long ones.
    private static let readerLimit = 8

    private let path: String
    private let settings: ConnectionSettings
    private let state = Mutex(State())
    /// Whether reads can be told not to wait for the disk.
    private let canRefuseToWait: Bool

    init(path: String, settings: ConnectionSettings) {
        self.path = path
        self.settings = settings
        canRefuseToWait = market_cached_reads_start(path)
    }

    /// Opens readers ahead of the first reads, which read the schema, and prepares statements on each.
    func open(count: Int, preparing body: (Database) throws -> Void) throws {
        let readers = try (0..<min(count, Self.readerLimit)).compactMap { _ in try acquireReader() }
        defer { for reader in readers { release(reader) } }
        for reader in readers {
            try reader.queue.unsafeRead { database in
                try reader.timer.reporting(after: settings.readLimit) { try body(database) }
            }
        }
    }

    /// Reads on the calling thread.
    ///
    /// - Returns: nil, without reading, when every reader is busy.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        guard let reader = try acquireReader() else { return nil }
        defer { release(reader) }
        return try reader.queue.unsafeRead { database in
            try reader.timer.reporting(after: settings.readLimit) { try body(database) }
        }
    }

    /// Reads on the calling thread, without waiting for the disk or another thread, and for two milliseconds at most.
    ///
    /// - Returns: nil if that isn't possible, or if the read fails.
    func readWithoutWaiting<Value>(_ body: (Database) throws -> Value) -> Value? {
        withReaderWithoutWaiting { reader in try reader.queue.unsafeRead(body) }
    }

    /// Reads a product that everybody may see, as ``readWithoutWaiting(_:)`` does.
    func productWithoutWaiting(_ id: Product.ID) -> Product? {
        withReaderWithoutWaiting { reader in
            try reader.product.flatMap { try DatabaseRecords.publicProduct(id, with: $0) }
        }
    }

    private func withReaderWithoutWaiting<Value>(_ body: (Reader) throws -> Value?) -> Value? {
        guard canRefuseToWait, let reader = state.withLock({ $0.idle.popLast() }) else { return nil }
        defer { release(reader) }
        // For this thread, on which GRDB's queue reads, too.
        market_cached_reads_begin()
        defer { market_cached_reads_end() }
        reader.timer.start(Self.limitWithoutWaiting)
        return try? body(reader)
    }

    /// Closes the idle readers, and each busy reader when its read has finished.
    func close() throws {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for reader in idle { try reader.close() }
    }

    private func acquireReader() throws -> Reader? {
        enum Place { case reader(Reader), opening, none }
        let place = state.withLock { state -> Place in
            if let reader = state.idle.popLast() { return .reader(reader) }
            guard !state.isClosed, state.openedCount < Self.readerLimit else { return .none }
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
            let timer = ReadDeadline()
            let product = try queue.unsafeRead { database in
                // Before there is a limit: preparing reads the schema.
                let product = try database.makeStatement(sql: DatabaseRecords.productText)
                if let connection = database.sqliteConnection { timer.install(on: connection) }
                return product
            }
            return Reader(queue: queue, timer: timer, product: product)
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
        if isClosed { try? reader.close() }
    }
}
