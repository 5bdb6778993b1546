internal import MarketCore
internal import MarketModels

/// The drafts that all processes know of.
struct PostgresDrafts: DraftTable {
    let state: SharedState

    func add(_ draft: Draft, limits: SharedLimit) async throws(MarketError) -> [Draft] {
        try await drafts(
            from: "add_draft($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            [
                draft.token, draft.lease, draft.client.description, draft.image.name.hexDigits, draft.image.width,
                draft.image.height, DraftImages.lifetime.inMilliseconds, limits.perAddress, limits.total, state.moment,
            ]
        )
    }

    func image(_ token: String) async throws(MarketError) -> NewImage? {
        try await state.perform { [moment = state.moment] connection in
            try connection.firstRow(
                """
                SELECT d.name, d.width, d.height FROM draft_image AS d
                WHERE d.token = $1 AND draft_is_alive(d, market_time($2))
                """,
                [token, moment]
            ) { try Self.image($0, at: 0) }
        }
    }

    func hold(_ tokens: [String], for holder: String) async throws(MarketError) -> [String] {
        try await state.perform { [moment = state.moment] connection in
            try connection.all("SELECT hold_drafts($1, $2, $3)", [tokens, holder, moment]) { try $0.text(0) }
        }
    }

    func release(_ tokens: [String], of holder: String) async throws(MarketError) -> [Draft] {
        try await drafts(from: "release_drafts($1, $2, $3)", [tokens, holder, state.moment])
    }

    func remove(_ tokens: [String]) async throws(MarketError) -> [Draft] {
        try await drafts(from: "delete_drafts($1, $2)", [tokens, state.moment])
    }

    func remove(keeping images: Set<ImageName>) async throws(MarketError) -> [Draft] {
        try await drafts(
            from: "delete_drafts(ARRAY(SELECT token FROM draft_image WHERE name = ANY ($1)), $2)",
            [images.map(\.hexDigits), state.moment]
        )
    }

    func removeOld() async throws(MarketError) -> [Draft] {
        try await drafts(from: "delete_old_drafts($1)", [state.moment])
    }

    /// Calls a function that returns drafts, also when the task was cancelled: what they hold has to be given back.
    private func drafts(
        from call: String,
        _ parameters: [(any PostgresParameter)?]
    ) async throws(MarketError) -> [Draft] {
        try await state.conclude { connection in
            try connection.all("SELECT token, lease, client, name, width, height FROM \(call)", parameters) { row in
                // The client isn't needed any more.
                let image = try Self.image(row, at: 3)
                return Draft(token: try row.text(0), lease: try row.text(1), image: image, client: .unknown)
            }
        }
    }

    private static func image(_ row: PostgresRow, at column: Int32) throws -> NewImage {
        guard let name = ImageName(try row.text(column)) else {
            throw CorruptRowError(reason: "an image of a form has an impossible name")
        }
        return NewImage(
            name: name,
            width: Int(try row.positive(column + 1)),
            height: Int(try row.positive(column + 2))
        )
    }
}
