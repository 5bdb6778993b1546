public import MarketCore

extension PostgresProductStore {
    public func readiness() async -> StoreReadiness {
        let lag = mirror.lag
        do {
            let schemaFailure = try await read { [name] connection in
                guard try connection.takesWrites() else {
                    throw MarketError.readOnly(reason: "the server is a standby")
                }
                return connection.differenceFromMarket(named: name)
            }
            return StoreReadiness(schemaFailure: schemaFailure, lag: lag)
        } catch {
            return StoreReadiness(writeFailure: "\(error)", lag: lag)
        }
    }
}

extension PostgresConnection {
    fileprivate func takesWrites() throws -> Bool {
        try firstRow(
            "SELECT NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::boolean"
        ) { try $0.boolean(0) } ?? false
    }

    /// Returns why the database isn't the one that was opened, for example because an older copy was restored into it.
    ///
    /// Later migrations are no difference: they only add to the schema while older processes serve.
    fileprivate func differenceFromMarket(named name: String) -> String? {
        do {
            let known = MarketSchema.migrations.count
            let applied = try firstRow(
                "SELECT count(*) FROM \(MarketSchema.history) WHERE number <= $1 AND (number > 1 OR fingerprint = $2)",
                [MarketSchema.migrations.last?.number ?? 0, MarketSchema.migrations.first?.fingerprint]
            ) { try $0.count(0) }
            guard applied == Int64(known) else { return "of \(known) migrations, \(applied ?? 0) are applied" }
            guard try MoveMarker(connection: self).mark() == nil else {
                return "the market is being moved"
            }
            return try marketName() == name ? nil : "it is another market's"
        } catch {
            return error.explanation
        }
    }
}
