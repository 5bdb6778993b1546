internal import GRDB
internal import MarketCore
internal import MarketModels
internal import Synchronization

extension SQLiteProductStore {
    /// Writes in one transaction, which is rolled back when `body` throws.
    ///
    /// - Parameter isDeletion: whether the write may use the disk reserve when the disk is full.
    func write<Value: Sendable>(
        isDeletion: Bool = false,
        _ body: @Sendable (Database) throws -> Value
    ) async throws(MarketError) -> Value {
        if integrity.stopsWrites { throw .readOnly(reason: integrity.damage(of: .database) ?? "") }
        // While the reserve is missing, only deletions may use the free space.
        guard isDeletion || reserve.recreateIfNeeded() else { throw .storageFull }
        do {
            return try await commit(body)
        } catch .storageFull where isDeletion && reserve.release() {
            return try await commit(body)
        } catch .damaged(let reason) where integrity.stopsWrites {
            throw .readOnly(reason: reason)
        } catch {
            throw error
        }
    }

    private func commit<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(MarketError) -> Value {
        do {
            return try await StatementTrace.withSpan("sqlite-write") { trace in
                try await pool.writeWithoutTransaction { database in
                    try self.file.confirm()
                    let (value, revision) = try database.traced(by: trace) {
                        try database.inImmediateTransaction {
                            (try body(database), try database.marketState().revision)
                        }
                    }
                    // Commits are serialised on this connection, so the mirrored revision never decreases.
                    self.mirroredRevision.store(revision.rawValue, ordering: .releasing)
                    self.log.truncateIfLarge(database)
                    return value
                }
            }
        } catch {
            throw failure(error)
        }
    }
}

extension Database {
    fileprivate func inImmediateTransaction<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try inTransaction(.immediate) {
            value = try body()
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }

    func raiseRevision() throws {
        try execute(cached: "UPDATE market_state SET revision = revision + 1")
    }

    func execute(cached sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
