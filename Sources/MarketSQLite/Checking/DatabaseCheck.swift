internal import Foundation
internal import GRDB
internal import GRDBSQLite
public import MarketCore
internal import MarketModels
internal import Synchronization

/// A check of the database of a data folder, on its own read-only connection.
///
/// It finds what SQLite's `integrity_check` finds (pages that don't belong to a tree, indexes that differ from their
/// tables, values that a column can't have), dangling foreign keys, unreadable products, and counts, ranks and search
/// indexes that differ from the products. It doesn't detect a flipped bit that leaves a valid text, because rows have
/// no checksums.
public struct DatabaseCheck: Sendable {
    public struct Outcome: Sendable {
        /// The problems that were found.
        public var findings: [DatabaseFinding] = []
        /// The steps that weren't completed because they would have blocked writes for too long.
        public var unfinished: [String] = []
        /// The number of products that were read.
        public var productCount = 0
    }

    /// The number of products that are read when the database is opened, spread over the whole market.
    static let openingProducts: Int64 = 50
    /// The number of products that are read in one snapshot, which takes about 5 ms.
    private static let productBatch = 250
    /// The maximum number of attempts of a step that has blocked the truncation of the log for too long.
    private static let attempts = 5
    /// The interval at which the size of the log is checked. A check may delay a write by as much.
    static let interruptInterval = Duration.milliseconds(100)

    private let path: String
    private let settings: ConnectionSettings
    private let executor = BoundedExecutor(name: "integrity", width: 1)

    /// - Parameter folder: the path of the data folder.
    public init(folder: String) {
        self.init(path: "\(folder)/\(MarketDatabase.fileName)", settings: ConnectionSettings())
    }

    init(path: String, settings: ConnectionSettings) {
        self.path = path
        self.settings = settings
    }

    /// Checks the whole database.
    ///
    /// - Parameters:
    ///   - pace: how the check gives way if the market is open; nil if it is closed. With a pace the check has the lowest
    ///     priority, and a step that prevents the log from being truncated is restarted when the log has reached its limit.
    ///   - progress: called with the title of each step, and for products with the number that have been read.
    public func run(
        pace: CheckPace?,
        progress: @escaping @Sendable (String, Int?) -> Void = { _, _ in }
    ) async throws(MarketError) -> Outcome {
        do {
            let reader = try InterruptibleReader(
                path: path,
                settings: settings,
                executor: executor,
                pace: pace
            )
            defer { reader.close() }
            try await pace?.waitUntilIdle()
            var outcome = Outcome()
            func step(
                _ title: String,
                _ check: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
            ) async throws {
                progress(title, nil)
                guard let found = try await reader.check(attempts: Self.attempts, check) else {
                    return outcome.unfinished.append(title)
                }
                outcome.findings += found
            }
            if pace != nil {
                // Checked table by table, so that no snapshot is held for long.
                for table in try await reader.read({ try $0.tables() }) {
                    try await step("structure of \(table)") { try $0.structure(of: table, isQuick: false) }
                }
            } else {
                try await step("structure") { try $0.structure(isQuick: false) }
            }
            try await step("references") { try $0.foreignKeys() }
            try await step("counts") { try $0.counts() }
            try await step("vendors and idempotency records") { try $0.vendorsAndIdempotencyRecords() }
            try await products(reader, &outcome, progress)
            try await step("search indexes") { try $0.search() }
            return outcome
        } catch {
            throw MarketError(error)
        }
    }

    private func products(
        _ reader: InterruptibleReader,
        _ outcome: inout Outcome,
        _ progress: @Sendable (String, Int?) -> Void
    ) async throws {
        var last: Int64 = 0
        progress("products", 0)
        while true {
            let start = last
            let (next, count, found): (Int64?, Int, [DatabaseFinding])
            do {
                (next, count, found) = try await reader.read { findings in
                    var found: [DatabaseFinding] = []
                    let batch = try findings.products(after: start, limit: Self.productBatch, &found)
                    return (batch.last, batch.count, found)
                }
            } catch let error as DatabaseError where error.isDamage {
                outcome.findings.append(DatabaseFinding("products can't be read behind \(start): \(error.description)"))
                return
            }
            outcome.findings += found
            outcome.productCount += count
            guard let next else { return }
            last = next
            progress("products", outcome.productCount)
        }
    }

    /// Checks the counts, a sample of the products, and as much of the structure as a time limit allows.
    ///
    /// - Parameter isCurrent: whether the schema is the newest one, which all but the structural check require.
    func runWhenOpened(isCurrent: Bool) async throws -> [DatabaseFinding] {
        let reader = try InterruptibleReader(path: path, settings: settings, executor: executor, pace: nil)
        defer { reader.close() }
        let limit = settings.openingCheckLimit
        var findings: [DatabaseFinding] = []
        if isCurrent {
            findings +=
                try await reader.check(within: limit) { try $0.totals() + $0.sampleOfProducts(Self.openingProducts) }
                ?? []
        }
        findings += try await reader.check(within: limit) { try $0.structure(isQuick: true) } ?? []
        return findings
    }
}

/// A connection that reads on its own thread and can be interrupted.
struct InterruptibleReader: Sendable {
    /// Waits between two interruptions of a step, which are made until it has ended.
    var pauseBetweenInterruptions: @Sendable () async -> Void = {
        try? await Task.sleep(for: DatabaseCheck.interruptInterval)
    }
    private let queue: DatabaseQueue
    private let log: WriteAheadLog
    private let executor: BoundedExecutor
    private let pauses: CheckPauses?

    init(path: String, settings: ConnectionSettings, executor: BoundedExecutor, pace: CheckPace?) throws {
        queue = try DatabaseQueue(path: path, configuration: settings.readOnlyConfiguration)
        log = WriteAheadLog(databasePath: path)
        self.executor = executor
        pauses = pace.map(CheckPauses.init)
    }

    func close() { try? queue.close() }

    /// - Parameter givesWay: whether the read pauses for requests, which makes it last longer.
    func read<Value: Sendable>(
        givesWay: Bool = true,
        _ body: @escaping @Sendable (DatabaseFindings) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation(pauses: givesWay ? pauses : nil)
        return try await withTaskCancellationHandler {
            try await executor.run { [queue, pauses] in
                if pauses != nil { lowerPriority() }
                // Between two snapshots, so that none is held longer for it.
                if givesWay { cancellation.pause() }
                return Result {
                    try queue.unsafeRead { database in
                        try database.inSnapshot {
                            try cancellation.ending(database) { try body(DatabaseFindings(database: database)) }
                        }
                    }
                }
            }.get()
        } onCancel: {
            cancellation.request()
        }
    }

    /// - Returns: nil when every attempt was interrupted because the log had to be truncated.
    func check(
        attempts: Int,
        _ body: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
    ) async throws -> [DatabaseFinding]? {
        for attempt in 1...attempts {
            // What would have blocked writes for too long isn't made to last longer again.
            let givesWay = attempt == 1
            if let found = try await check(givesWay: givesWay, until: isLogFull, body) { return found }
            try await Task.sleep(for: .seconds(attempt))
        }
        return nil
    }

    /// - Returns: nil when the time limit was exceeded.
    func check(
        within bound: Duration,
        _ body: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
    ) async throws -> [DatabaseFinding]? {
        try await check(until: { try await Task.sleep(for: bound) }, body)
    }

    /// Reads until `end` returns. Damage that prevents reading is reported as a finding.
    func check(
        givesWay: Bool = true,
        until end: @escaping @Sendable () async throws -> Void,
        _ body: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
    ) async throws -> [DatabaseFinding]? {
        let interruption = Interruption()
        return try await withThrowingTaskGroup(of: [DatabaseFinding]?.self) { group in
            group.addTask {
                do {
                    return try await read(givesWay: givesWay) { findings in
                        try interruption.allowed { try body(findings) }
                    }
                } catch let error as DatabaseError where error.isDamage {
                    return [DatabaseFinding(error.description)]
                } catch let error as CorruptRowError {
                    return [DatabaseFinding(error.reason, error.isDerived ? .derived : .content)]
                } catch let error as DatabaseError where interruption.explains(error) && !Task.isCancelled {
                    return nil
                }
            }
            group.addTask {
                do {
                    try await end()
                } catch {
                    // The read has finished and the group was cancelled.
                    return nil
                }
                // Repeated, because the read may not have started yet, or may be between two statements.
                while !Task.isCancelled {
                    interruption.interrupt(queue)
                    await pauseBetweenInterruptions()
                }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func isLogFull() async throws {
        while pauses == nil || log.byteCount <= WriteAheadLog.byteLimit {
            try await Task.sleep(for: DatabaseCheck.interruptInterval)
        }
    }
}

/// The cancellation of a read, and its pauses. Unlike an interruption, which ends only statements that are running, a
/// cancellation ends later ones, too.
private final class Cancellation: Sendable {
    /// The number of instructions of SQLite's virtual machine between two looks at the request: far below a millisecond.
    private static let instructions: Int32 = 1000

    private let isRequested = Atomic(false)
    private let pauses: CheckPauses?

    init(pauses: CheckPauses?) { self.pauses = pauses }

    func request() { isRequested.store(true, ordering: .relaxed) }

    func pause() { pauses?.pause(until: { isRequested.load(ordering: .relaxed) }) }

    /// Runs statements that end with `SQLITE_INTERRUPT` once the cancellation has been requested.
    func ending<Value>(_ database: Database, _ body: () throws -> Value) throws -> Value {
        guard let connection = database.sqliteConnection else { return try body() }
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(connection, Self.instructions, { Cancellation.isRequested($0) }, pointer)
        // SQLite keeps an unretained pointer.
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        return try withExtendedLifetime(self) { try body() }
    }

    private static func isRequested(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
        guard let pointer else { return 0 }
        let cancellation = Unmanaged<Cancellation>.fromOpaque(pointer).takeUnretainedValue()
        cancellation.pause()
        return cancellation.isRequested.load(ordering: .relaxed) ? 1 : 0
    }
}

/// The interruption of the statements of one step, but not of those that begin and end its transaction: with a transaction
/// left open, GRDB ends the process.
private final class Interruption: Sendable {
    private struct State {
        var isAllowed = false
        var isRequested = false
    }

    private let state = Mutex(State())

    func allowed<Value>(during body: () throws -> Value) rethrows -> Value {
        state.withLock { $0.isAllowed = true }
        defer { state.withLock { $0.isAllowed = false } }
        return try body()
    }

    func interrupt(_ queue: DatabaseQueue) {
        state.withLock { state in
            guard state.isAllowed else { return }
            state.isRequested = true
            queue.interrupt()
        }
    }

    /// Returns whether a statement can have ended with an error because of the interruption. Virtual tables and
    /// table-valued pragmas run statements of their own; if one of these is interrupted, the outer one ends with
    /// `SQLITE_ERROR`.
    func explains(_ error: DatabaseError) -> Bool {
        [.SQLITE_INTERRUPT, .SQLITE_ERROR].contains(error.resultCode) && state.withLock(\.isRequested)
    }
}

extension DatabaseError {
    /// Whether the error indicates that the file is damaged.
    var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
            || [.SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA].contains(extendedResultCode)
    }
}

/// Gives the calling thread the lowest priority for the processor and, with schedulers that support it, the disk.
private func lowerPriority() {
    #if os(Linux)
    // On Linux, 0 refers to the calling thread.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    #endif
}
