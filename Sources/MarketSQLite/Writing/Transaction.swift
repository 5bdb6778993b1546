internal import GRDB
internal import MarketCore
internal import MarketModels
internal import Synchronization

extension SQLiteProductStore {
    /// Writes in one transaction: all of it or, when `body` throws, nothing.
    ///
    /// - Parameter isDeletion: takes the room that is held ready for it when the disk is full.
    func write<Value: Sendable>(
        isDeletion: Bool = false,
        _ body: @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        if integrity.stopsWrites { throw .readOnly(reason: integrity.damage(of: .database) ?? "") }
        // While the reserve is not there, nothing but deletions may use what is free.
        guard isDeletion || reserve.takeIfNeeded() else { throw .full }
        do {
            return try await commit(body)
        } catch .full where isDeletion && reserve.release() {
            return try await commit(body)
        } catch .corrupt(let reason) where integrity.stopsWrites {
            throw .readOnly(reason: reason)
        } catch {
            throw error
        }
    }

    private func commit<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await pool.writeWithoutTransaction { database in
                let (value, revision) = try database.inImmediateTransaction {
                    (try body(database), try database.marketState().revision)
                }
                // Commits come one after another, here, so the mirror never goes back.
                self.mirroredRevision.store(revision.rawValue, ordering: .releasing)
                self.log.bound(database)
                return value
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

    /// Says that this transaction changes what a GET shows.
    func raiseRevision() throws {
        try execute(cached: "UPDATE market_state SET revision = revision + 1")
    }

    /// Runs a statement, which stays prepared.
    func execute(cached sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
