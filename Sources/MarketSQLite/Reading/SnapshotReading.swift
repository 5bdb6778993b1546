internal import GRDB
internal import MarketCore

extension SQLiteProductStore {
    /// Reads one snapshot of the database, at once and on the calling thread: for what takes some ten microseconds.
    func read<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await readStatement { database in
            try database.inSnapshot { try body(database) }
        }
    }

    /// Like ``read(_:)``, for a single statement, which is a snapshot of its own.
    func readStatement<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            if let value = try quickReaders.read(body) { return value }
            return try await pool.unsafeRead { [readLimit] database in
                try database.limited(to: readLimit) { try body(database) }
            }
        } catch {
            throw failure(error)
        }
    }

    /// Reads one snapshot on another thread: for what may take long. It ends when the task is cancelled.
    ///
    /// - Parameter kind: what is read, for logs.
    func readLong<Value: Sendable>(
        _ kind: String,
        _ body: @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await pool.read { [readLimit] database in
                try database.limited(to: readLimit) { try body(database) }
            }
        } catch is ReadTooSlow {
            throw .tooSlow(reading: kind)
        } catch {
            throw failure(error)
        }
    }
}

extension Database {
    /// Like GRDB's own read transaction, but by statements that stay prepared.
    func inSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try forEachRow("BEGIN DEFERRED TRANSACTION") { _ in true }
        do {
            let value = try body()
            try forEachRow("COMMIT TRANSACTION") { _ in true }
            return value
        } catch {
            try? forEachRow("ROLLBACK TRANSACTION") { _ in true }
            throw error
        }
    }
}
