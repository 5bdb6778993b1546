internal import MarketCore
internal import MarketModels

/// The one-time links that all processes know of.
struct PostgresIdentityLinks: IdentityLinkStore {
    let state: SharedState
    let limits: SharedLimit

    func add(
        _ digest: [UInt8],
        contents: [UInt8],
        owner: [UInt8],
        from client: ClientAddress
    ) async throws(MarketError) {
        try await state.perform { [limits, moment = state.moment] connection in
            _ = try connection.execute(
                "SELECT add_identity_link($1, $2, $3, $4, $5, $6, $7, $8)",
                [
                    digest.hexDigits, contents.hexDigits, owner.hexDigits, client.description,
                    IdentityLinks.lifetime.inMilliseconds, limits.perAddress, limits.total, moment,
                ]
            )
        }
    }

    func contents(of digest: [UInt8], for browser: [UInt8]?) async throws(MarketError) -> [UInt8]? {
        try await contents(
            """
            SELECT contents FROM identity_link AS l
            WHERE digest = $1 AND link_is_usable(l, $2, market_time($3))
            """,
            [digest.hexDigits, browser?.hexDigits, state.moment]
        )
    }

    func take(_ digest: [UInt8], for browser: [UInt8]) async throws(MarketError) -> [UInt8]? {
        try await contents(
            """
            UPDATE identity_link AS l SET browser = $2
            WHERE digest = $1 AND link_is_usable(l, $2, market_time($3)) RETURNING contents
            """,
            [digest.hexDigits, browser.hexDigits, state.moment]
        )
    }

    private func contents(
        _ statement: String,
        _ parameters: [(any PostgresParameter)?]
    ) async throws(MarketError) -> [UInt8]? {
        let digits = try await state.perform { connection in
            try connection.firstRow(statement, parameters) { try $0.nonEmptyText(0) }
        }
        return digits.flatMap { Array(hexDigits: $0) }
    }
}
