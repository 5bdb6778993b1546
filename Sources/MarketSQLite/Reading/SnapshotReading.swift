internal import GRDB
internal import MarketCore

extension SQLiteProductStore {
    /// Reads one snapshot of the database immediately on the calling thread. It is for reads that take about ten
    /// microseconds.
    func read<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(MarketError) -> Value {
        try await readStatement { database in
            try database.inSnapshot { try body(database) }
        }
    }

    /// Executes a single read statement, which needs no transaction, like ``read(_:)``.
    func readStatement<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(MarketError) -> Value {
        do {
            return try await StatementTrace.withSpan("sqlite") { trace in
                let value = try inlineReaders.read { database in try database.traced(by: trace) { try body(database) } }
                if let value { return value }
                return try await pool.unsafeRead { [readLimit] database in
                    try database.limited(to: readLimit) { try database.traced(by: trace) { try body(database) } }
                }
            }
        } catch {
            throw failure(error)
        }
    }

    /// Reads one snapshot on another thread. It is for reads that may take long. Cancelling the task aborts the read.
    ///
    /// - Parameter kind: the kind of read, for logs.
    func readLong<Value: Sendable>(
        _ kind: String,
        _ body: @Sendable (Database) throws -> Value
    ) async throws(MarketError) -> Value {
        do {
            try await log.beginLongRead()
            defer { if log.endLongRead() { truncateBehindLongReads() } }
            return try await StatementTrace.withSpan("sqlite-long") { trace in
                try await pool.read { [readLimit] database in
                    try database.limited(to: readLimit) { try database.traced(by: trace) { try body(database) } }
                }
            }
        } catch is ReadTimeout {
            throw .tooSlow(reading: kind)
        } catch {
            throw failure(error)
        }
    }

    private func truncateBehindLongReads() {
        Task { [pool, log] in
            // It fails only when the store has been closed, and then reads do, too.
            try? await pool.writeWithoutTransaction { database in log.truncateBehindLongReads(database) }
        }
    }
}

extension Database {
    /// Runs `body` in a read transaction, as GRDB does, but with statements that stay prepared.
    func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            // Interrupted, even this can leave a transaction open.
            try forEachRow("BEGIN DEFERRED TRANSACTION") { _ in true }
            let value = try body()
            try forEachRow("COMMIT TRANSACTION") { _ in true }
            return value
        } catch {
            // GRDB's own ignores an interruption. With a transaction left open, GRDB would end the process.
            try? rollback()
            throw error
        }
    }
}
