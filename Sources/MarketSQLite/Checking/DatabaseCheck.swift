internal import Foundation
internal import GRDB
public import MarketCore
internal import MarketModels

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Looks through the database of a data folder, on a connection of its own that only reads.
///
/// It finds what SQLite's `integrity_check` finds (pages that are no pages of a tree, indexes that differ from their
/// tables, values that a column can't have), rows that name rows which aren't there, products that can't be read, and
/// counts, ranks and search indexes that differ from the products. It does not find a bit that has flipped inside a text
/// and left a text: rows have no checksums.
public struct DatabaseCheck: Sendable {
    public struct Outcome: Sendable {
        public var findings: [DatabaseFinding] = []
        /// What could not be looked at to the end, because writing had to go on.
        public var unfinished: [String] = []
        public var productCount = 0
    }

    /// At the start so much time is spent, in milliseconds: a start may take a second in all. Some
    /// 100,000 products are looked through whole in it.
    static let startMilliseconds = 300
    /// So many products all over the market are read then.
    static let startProducts: Int64 = 50
    /// So many products are read in one snapshot: some 20 ms.
    private static let productBatch = 1000
    /// How often a step that has held up the log too long begins anew.
    private static let attempts = 5
    /// How often the log is looked at meanwhile, in milliseconds: so long a write may wait for a check.
    static let interruptMilliseconds = 100

    private let path: String
    private let settings: ConnectionSettings
    private let executor = BoundedExecutor(name: "integrity", width: 1)

    public init(folder: String) {
        self.init(path: "\(folder)/\(MarketDatabase.fileName)", settings: ConnectionSettings())
    }

    init(path: String, settings: ConnectionSettings) {
        self.path = path
        self.settings = settings
    }

    /// Looks at everything.
    ///
    /// - Parameters:
    ///   - isGentle: for a market that is open: with the lowest priority, and whatever keeps the log from being emptied
    ///     begins anew when the log has grown to its bound.
    ///   - progress: told what is looked at next, and for products how many have been read.
    public func run(
        isGentle: Bool,
        progress: @escaping @Sendable (String, Int?) -> Void = { _, _ in }
    ) async throws(StoreError) -> Outcome {
        do {
            let reader = try Reader(path: path, settings: settings, executor: executor, isGentle: isGentle)
            defer { reader.close() }
            var outcome = Outcome()
            func step(
                _ title: String,
                _ look: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
            ) async throws {
                progress(title, nil)
                guard let found = try await reader.look(attempts: Self.attempts, look) else {
                    return outcome.unfinished.append(title)
                }
                outcome.findings += found
            }
            if isGentle {
                // Table by table, so that no snapshot is held for long.
                for table in try await reader.read({ try $0.tables() }) {
                    try await step("structure of \(table)") { try $0.structure(of: table, isQuick: false) }
                }
            } else {
                try await step("structure") { try $0.structure(isQuick: false) }
            }
            try await step("references") { try $0.foreignKeys() }
            try await step("counts") { try $0.counts() }
            try await step("vendors and receipts") { try $0.others() }
            try await products(reader, &outcome, progress)
            try await step("search indexes") { try $0.search() }
            return outcome
        } catch {
            throw StoreError(error)
        }
    }

    private func products(
        _ reader: Reader,
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

    /// Looks at as much as a bounded time allows: counts, some products, and the structure as far as it gets.
    ///
    /// - Parameter isCurrent: whether the schema is the newest, which the rest needs.
    func atStart(isCurrent: Bool) async throws -> [DatabaseFinding] {
        let reader = try Reader(path: path, settings: settings, executor: executor, isGentle: false)
        defer { reader.close() }
        let bound = Duration.milliseconds(Self.startMilliseconds)
        var findings: [DatabaseFinding] = []
        if isCurrent {
            findings +=
                try await reader.look(within: bound) { try $0.totals() + $0.someProducts(Self.startProducts) } ?? []
        }
        findings += try await reader.look(within: bound) { try $0.structure(isQuick: true) } ?? []
        return findings
    }
}

/// A connection that reads on a thread of its own, and can be interrupted.
private struct Reader: Sendable {
    let queue: DatabaseQueue
    let log: WriteAheadLog
    let executor: BoundedExecutor
    let isGentle: Bool

    init(path: String, settings: ConnectionSettings, executor: BoundedExecutor, isGentle: Bool) throws {
        queue = try DatabaseQueue(path: path, configuration: settings.readOnlyConfiguration)
        log = WriteAheadLog(databasePath: path)
        self.executor = executor
        self.isGentle = isGentle
    }

    func close() { try? queue.close() }

    func read<Value: Sendable>(_ body: @escaping @Sendable (DatabaseFindings) throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler {
            try await executor.run { [queue, isGentle] in
                if isGentle { lowerPriority() }
                return Result {
                    try queue.unsafeRead { database in
                        try database.inSnapshot { try body(DatabaseFindings(database: database)) }
                    }
                }
            }.get()
        } onCancel: {
            queue.interrupt()
        }
    }

    /// - Returns: nil when it was interrupted each time because the log had to be emptied.
    func look(
        attempts: Int,
        _ body: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
    ) async throws -> [DatabaseFinding]? {
        for attempt in 1...attempts {
            if let found = try await look(until: isLogFull, body) { return found }
            try await Task.sleep(for: .seconds(attempt))
        }
        return nil
    }

    /// - Returns: nil when the time was over.
    func look(
        within bound: Duration,
        _ body: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
    ) async throws -> [DatabaseFinding]? {
        try await look(until: { try await Task.sleep(for: bound) }, body)
    }

    /// Damage that keeps the rest from being read is a finding as well.
    private func look(
        until end: @escaping @Sendable () async throws -> Void,
        _ body: @escaping @Sendable (DatabaseFindings) throws -> [DatabaseFinding]
    ) async throws -> [DatabaseFinding]? {
        try await withThrowingTaskGroup(of: [DatabaseFinding]?.self) { group in
            group.addTask {
                do {
                    return try await read(body)
                } catch let error as DatabaseError where error.isDamage {
                    return [DatabaseFinding(error.description)]
                } catch let error as StoredFactError {
                    return [DatabaseFinding(error.reason, error.isDerived ? .derived : .content)]
                } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && !Task.isCancelled {
                    return nil
                }
            }
            group.addTask {
                do {
                    try await end()
                } catch {
                    // The work is done.
                    return nil
                }
                // Again and again: it may not have begun, or be between two statements.
                while !Task.isCancelled {
                    queue.interrupt()
                    try? await Task.sleep(for: .milliseconds(DatabaseCheck.interruptMilliseconds))
                }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func isLogFull() async throws {
        while !isGentle || log.byteCount <= WriteAheadLog.byteLimit {
            try await Task.sleep(for: .milliseconds(DatabaseCheck.interruptMilliseconds))
        }
    }
}

extension DatabaseError {
    /// Whether it says that the file is not what was written.
    var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
            || [.SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA].contains(extendedResultCode)
    }
}

/// Everybody else goes first on this thread's processor and, with schedulers that mind it, disk.
private func lowerPriority() {
    #if os(Linux)
    // There, who is 0 names the calling thread.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    #endif
}
