import Foundation
import MarketCore
import MarketModels

@testable import MarketPostgres

/// What executing a statement takes, whatever other sessions do: the least of several executions.
struct StatementCost: CustomStringConvertible {
    /// The number of database pages of 8 KiB that were looked at.
    let pages: Int
    /// The tables that were read from beginning to end.
    let scannedTables: [String]
    let description: String

    init(_ sql: String, _ parameters: [(any PostgresParameter)?], _ connection: PostgresConnection) throws {
        // At first the catalog is read for the plans of functions; and again, for anything, after other sessions have changed
        // it much, in any database: when thousands of their messages wait, a session forgets all that it knows of the catalog.
        let executions = try (1...5).map { _ in try Self(executing: sql, parameters, connection) }
        self = executions.min { $0.pages < $1.pages } ?? executions[0]
    }

    private init(
        executing sql: String,
        _ parameters: [(any PostgresParameter)?],
        _ connection: PostgresConnection
    ) throws {
        var lines: [String] = []
        try connection.forEachRow("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) \(sql)", parameters, prepared: false) {
            lines.append(try $0.text(0))
            return true
        }
        description = lines.joined(separator: "\n")
        // The first line is of the whole statement. It is missing if nothing was read.
        let buffers = lines.prefix { !$0.hasPrefix("Planning") }.first { $0.contains("Buffers: shared") } ?? ""
        pages = buffers.matches(of: #/(?:hit|read)=(\d+)/#).compactMap { Int($0.output.1) }.reduce(0, +)
        scannedTables = lines.compactMap { $0.firstMatch(of: #/Seq Scan on (\w+)/#).map { String($0.output.1) } }
    }
}

extension PostgresProductStore {
    /// Executes the statement that reads a page of a plain list.
    func cost(of query: ProductQuery) async throws -> StatementCost {
        let base = mirror.base
        return try await longReads.withConnection { connection in
            var parameters = StatementParameters()
            let statement = PlainListStatement(query, base, &parameters)
            return try StatementCost(statement.text, parameters.values, connection)
        }
    }

    /// Executes a statement that reads a page of another list.
    func cost(
        of query: ProductQuery,
        _ statement: @escaping @Sendable (FilteredStatements, inout StatementParameters) -> String
    ) async throws -> StatementCost {
        try await executing(query, statement) { try StatementCost($0, $1, $2) }
    }

    /// Returns the products that such a statement reads.
    func ids(
        of query: ProductQuery,
        _ statement: @escaping @Sendable (FilteredStatements, inout StatementParameters) -> String
    ) async throws -> [Product.ID] {
        let base = mirror.base
        return try await executing(query, statement) { sql, parameters, connection in
            var rows = PageRows(query, base, size: query.size)
            try connection.forEachRow(sql, parameters, prepared: false) { try rows.add($0) }
            return rows.products.map(\.id)
        }
    }

    private func executing<Value: Sendable>(
        _ query: ProductQuery,
        _ statement: @escaping @Sendable (FilteredStatements, inout StatementParameters) -> String,
        _ body: @escaping @Sendable (String, [(any PostgresParameter)?], PostgresConnection) throws -> Value
    ) async throws -> Value {
        let base = mirror.base
        let tree = categories
        return try await longReads.withConnection { connection in
            let conditions = ListConditions(query, query.search.map { ResolvedSearch($0) }, tree)
            let statements = FilteredStatements(conditions: conditions, base: base, skipped: 0, size: query.size)
            var parameters = StatementParameters()
            let sql = statement(statements, &parameters)
            return try body(sql, parameters.values, connection)
        }
    }
}
