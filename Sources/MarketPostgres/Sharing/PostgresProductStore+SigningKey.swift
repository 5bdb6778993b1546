public import MarketCore
internal import MarketModels

extension PostgresProductStore {
    /// Returns the key with which all nodes of the market sign tickets. A market that has none yet gets one.
    ///
    /// - Parameter key: 32 random bytes, which become the key if there is none yet.
    public func signingKey(orSet key: [UInt8]) async throws(MarketError) -> [UInt8] {
        let stored = try await write { connection in
            try connection.execute(
                "UPDATE market_state SET signing_key = $1 WHERE signing_key IS NULL",
                [key.hexDigits]
            )
            return try connection.firstRow("SELECT signing_key FROM market_state") { try $0.nonEmptyText(0) }
        }
        guard let bytes = Array(hexDigits: stored ?? ""), bytes.count == key.count else {
            throw .damaged(reason: "the market has no signing key")
        }
        return bytes
    }
}
