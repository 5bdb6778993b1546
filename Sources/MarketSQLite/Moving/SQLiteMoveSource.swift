internal import GRDB
package import MarketCore

/// A database in a data folder from which a market is moved. It is only read, also while a server writes to it.
package struct SQLiteMoveSource: MoveStore {
    private let queue: DatabaseQueue
    private let executor = BoundedExecutor(name: "move", width: 1)

    /// - Throws: ``StoreOpeningError``, also if the schema is an older one or another one.
    package init(folder: String) throws(StoreOpeningError) {
        let path = "\(folder)/\(MarketDatabase.fileName)"
        try MarketDatabase.refuseOtherSchema(path)
        do {
            queue = try DatabaseQueue(path: path, configuration: ConnectionSettings().readOnlyConfiguration)
            let migrator = MarketSchema.migrator
            let (isNewer, isCurrent) = try queue.read { database in
                (try migrator.hasBeenSuperseded(database), try migrator.hasCompletedMigrations(database))
            }
            if isNewer { throw StoreOpeningError.madeByNewerVersion(path: path) }
            guard isCurrent else {
                throw StoreOpeningError.madeByOlderVersion(path: path)
            }
        } catch {
            throw StoreOpeningError(error, path: path)
        }
    }

    package func close() { try? queue.close() }

    package func productCount() async throws(MarketError) -> Int {
        try await read { try $0.records.moves.productCount() }
    }

    package func part(of group: MoveGroup, after key: MoveKey?, limit: Int) async throws(MarketError) -> MovePart {
        try await read { try $0.records.moves.part(of: group, after: key, limit: limit) }
    }

    package func part(of group: MoveGroup, in range: MoveRange) async throws(MarketError) -> MovePart {
        try await read { try $0.records.moves.part(of: group, in: range) }
    }

    package func state() async throws(MarketError) -> MoveState { try await read { try $0.moveState() } }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(MarketError) -> Value {
        do {
            return try await executor.run { [queue] in
                Result {
                    try queue.unsafeRead { database in
                        try database.inSnapshot { try body(database) }
                    }
                }
            }.get()
        } catch {
            throw MarketError(error)
        }
    }
}

extension Database {
    /// Reads what a market has besides its rows.
    func moveState() throws -> MoveState {
        let state = try firstRow("SELECT revision, categories_are_fixed FROM market_state") {
            (revision: try $0.count(0), isFixed: try $0.integer(1) == 1)
        }
        guard let state else { throw CorruptRowError(reason: "the market's state is missing") }
        var ids: [MoveTable: Int64] = [:]
        for table in MoveTable.allCases where table.assignsIDs {
            ids[table] = try firstRow("SELECT seq FROM sqlite_sequence WHERE name = '\(table.rawValue)'") {
                try $0.count(0)
            }
        }
        return MoveState(revision: state.revision, areCategoriesFixed: state.isFixed, lastIDs: ids)
    }
}
