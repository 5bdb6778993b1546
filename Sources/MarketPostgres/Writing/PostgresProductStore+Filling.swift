package import MarketCore

extension PostgresProductStore {
    /// Runs a script that adds products for benchmarks and tests, however long it takes, and then what otherwise follows
    /// changes by and by: the counts are folded, and PostgreSQL looks at its tables again.
    package func fill(by script: String) async throws(MarketError) {
        do {
            try await longReads.withConnection { connection in
                try connection.withoutLimit {
                    try connection.script(script)
                    try CountFolder(connection: connection).foldAll()
                    try connection.script("VACUUM ANALYZE product, product_search, listing_count, search_word")
                }
            }
        } catch {
            throw failure(error)
        }
    }
}

extension PostgresConnection {
    /// Runs statements that may take hours.
    fileprivate func withoutLimit(_ body: () throws -> Void) throws {
        let usual = answerLimit
        answerLimit = .seconds(24 * 3600)
        defer { answerLimit = usual }
        try execute("SET statement_timeout = 0", prepared: false)
        defer { _ = try? execute("RESET statement_timeout", prepared: false) }
        try body()
    }
}
