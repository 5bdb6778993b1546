public import MarketCore

extension PostgresProductStore {
    /// Returns the key with which all processes of the market sign tickets. A market that has none yet gets one.
    ///
    /// - Parameter key: 32 random bytes, which become the key if there is none yet.
    public func signingKey(orSet key: [UInt8]) async throws(StoreError) -> [UInt8] {
        let digits = key.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        let stored = try await write { connection in
            try connection.execute(
                "UPDATE market_state SET signing_key = $1 WHERE signing_key IS NULL",
                [digits]
            )
            return try connection.firstRow("SELECT signing_key FROM market_state") { try $0.nonEmptyText(0) }
        }
        let bytes = Self.bytes(ofDigits: stored ?? "")
        guard bytes.count == key.count else { throw .corrupt(reason: "the market has no signing key") }
        return bytes
    }

    private static func bytes(ofDigits digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}
