internal import MarketCore

/// The token buckets that all processes share. A row that is full again is the same as none.
struct PostgresTokenBuckets: TokenBuckets {
    /// The time for which a bucket may be opened; one that ends later was opened before the server's clock was set back.
    private static let longestTime = Duration.seconds(7 * 86_400)

    private static let clockTolerance = Duration.seconds(60)

    let state: SharedState

    func take(_ charge: Charge) async throws(MarketError) -> Charge.Outcome {
        try await state.perform { [moment = state.moment] connection in
            guard !charge.isQuestion else {
                let (now, rows) = try Self.rows(charge.buckets, moment, connection, locked: false)
                var buckets = rows.mapValues(\.bucket)
                return charge.take(from: &buckets, at: now)
            }
            return try connection.transaction {
                try Self.insertMissing(charge.buckets, moment, connection)
                let (now, rows) = try Self.rows(charge.buckets, moment, connection, locked: true)
                var buckets = rows.mapValues(\.bucket)
                let outcome = charge.take(from: &buckets, at: now)
                guard case .taken(let receipt) = outcome else { return outcome }
                let changed = receipt.buckets.compactMap { bucket in
                    buckets[bucket.key].map { taken in
                        // What was opened stays open.
                        (bucket, taken, bucket.mustExist ? rows[bucket.key]?.endsAt : nil)
                    }
                }
                try Self.update(changed, connection)
                return outcome
            }
        }
    }

    func giveBack(_ receipt: Charge.Receipt) async throws(MarketError) {
        let buckets = receipt.buckets.sorted { $0.key < $1.key }
        try await state.conclude { connection in
            try connection.transaction {
                for bucket in buckets {
                    try connection.execute(
                        """
                        UPDATE token_bucket SET tokens = least($3::double precision, tokens + $4::double precision) WHERE name = $1 AND client = $2
                        """,
                        [bucket.key.kind.rawValue, bucket.key.subject, bucket.budget.burst, receipt.amount]
                    )
                }
            }
        }
    }

    func open(_ bucket: Charge.Bucket, for time: Duration) async throws(MarketError) {
        try await state.conclude { [moment = state.moment] connection in
            _ = try connection.execute(
                """
                INSERT INTO token_bucket (name, client, tokens, filled_at, full_at)
                VALUES ($1, $2, $3, market_time($5), market_time($5) + $4)
                ON CONFLICT (name, client) DO UPDATE SET
                    tokens = excluded.tokens, filled_at = excluded.filled_at, full_at = excluded.full_at
                """,
                [bucket.key.kind.rawValue, bucket.key.subject, bucket.budget.burst, time.inMilliseconds, moment]
            )
        }
    }

    private struct Row {
        let bucket: TokenBucket
        let endsAt: Duration
    }

    private static let places = "unnest($1::text[], $2::text[])"

    /// Inserts full buckets, in the order in which all processes lock them.
    private static func insertMissing(
        _ buckets: [Charge.Bucket],
        _ moment: Int64?,
        _ connection: PostgresConnection
    ) throws {
        let missing = buckets.filter { !$0.mustExist }
        try connection.execute(
            """
            INSERT INTO token_bucket (name, client, tokens, filled_at, full_at)
            SELECT name, client, burst, market_time($4), market_time($4)
            FROM unnest($1::text[], $2::text[], $3::bigint[]) AS bucket (name, client, burst) ORDER BY name COLLATE "C", client COLLATE "C"
            ON CONFLICT (name, client) DO NOTHING
            """,
            [
                missing.map(\.key.kind.rawValue), missing.map(\.key.subject), missing.map { Int64($0.budget.burst) },
                moment,
            ]
        )
    }

    /// Returns the rows of buckets that aren't over, and the server's time.
    private static func rows(
        _ buckets: [Charge.Bucket],
        _ moment: Int64?,
        _ connection: PostgresConnection,
        locked: Bool
    ) throws -> (now: Duration, rows: [Charge.Key: Row]) {
        let keys = Dictionary(uniqueKeysWithValues: buckets.map { ($0.key, $0) })
        var rows: [Charge.Key: Row] = [:]
        try connection.forEachRow(
            """
            SELECT name, client, tokens::text, filled_at, full_at FROM token_bucket
            WHERE (name, client) IN (SELECT * FROM \(places)) ORDER BY name, client\(locked ? " FOR UPDATE" : "")
            """,
            [buckets.map(\.key.kind.rawValue), buckets.map(\.key.subject)]
        ) { row in
            guard let kind = Charge.Kind(rawValue: try row.text(0)), let tokens = Double(try row.text(2)) else {
                return true
            }
            let bucket = TokenBucket(tokens: tokens, filledAt: .milliseconds(try row.integer(3)))
            rows[Charge.Key(kind, try row.text(1))] = Row(bucket: bucket, endsAt: .milliseconds(try row.integer(4)))
            return true
        }
        let time = try connection.firstRow("SELECT market_time($1)", [moment]) { try $0.integer(0) }
        let now = Duration.milliseconds(time ?? 0)
        // What was opened ends. What was used long after now was used before the server's clock was set back.
        let lasting = rows.filter { key, row in
            guard keys[key]?.mustExist == true else { return row.bucket.filledAt <= now + clockTolerance }
            return row.endsAt > now && row.endsAt <= now + longestTime
        }
        return (now, lasting)
    }

    private static func update(
        _ changed: [(bucket: Charge.Bucket, tokens: TokenBucket, endsAt: Duration?)],
        _ connection: PostgresConnection
    ) throws {
        try connection.execute(
            """
            UPDATE token_bucket AS b SET tokens = c.tokens::double precision, filled_at = c.filled_at, full_at = c.full_at
            FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
                AS c (name, client, tokens, filled_at, full_at)
            WHERE b.name = c.name AND b.client = c.client
            """,
            [
                changed.map(\.bucket.key.kind.rawValue), changed.map(\.bucket.key.subject),
                changed.map { "\($0.tokens.tokens)" }, changed.map(\.tokens.filledAt.inMilliseconds),
                changed.map { ($0.endsAt ?? $0.tokens.fullAt($0.bucket.budget)).inMilliseconds },
            ]
        )
    }
}
