internal import MarketCore
internal import MarketModels

/// The requests in flight on all processes. A hold ends by itself when its process has ended.
struct PostgresRequestsInFlight: RequestsInFlight {
    /// How long a hold lasts without being renewed, in milliseconds. Short, because the hold of a process that has ended, or
    /// that could not end it during an outage, refuses the client that comes back.
    private static let lifetime: Int64 = 6000

    let state: SharedState

    var renewalInterval: Duration? { .milliseconds(Self.lifetime / 3) }

    func begin(_ key: IdempotencyKey) async throws(MarketError) -> RequestHold? {
        let hold = RequestHold(key: key, holder: String(UInt64.random(in: 0...(.max)), radix: 36))
        let count = try await state.perform { [moment = state.moment] connection in
            try connection.execute(
                """
                INSERT INTO request_in_flight AS held (seller, key, holder, ends_at)
                VALUES ($1, $2, $3, market_time($4) + $5)
                ON CONFLICT (seller, key) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
                WHERE held.ends_at NOT BETWEEN market_time($4) + 1 AND market_time($4) + 2 * $5
                    OR held.holder = excluded.holder
                """,
                [key.sellerText, key.text, hold.holder, moment, Self.lifetime]
            )
        }
        return count > 0 ? hold : nil
    }

    func renew(_ hold: RequestHold) async throws(MarketError) {
        _ = try await state.perform { [moment = state.moment] connection in
            try connection.execute(
                """
                UPDATE request_in_flight SET ends_at = market_time($4) + $5
                WHERE seller = $1 AND key = $2 AND holder = $3
                """,
                [hold.key.sellerText, hold.key.text, hold.holder, moment, Self.lifetime]
            )
        }
    }

    func end(_ hold: RequestHold) async {
        // What can't be ended now ends by itself.
        _ = try? await state.conclude { connection in
            try connection.execute(
                "DELETE FROM request_in_flight WHERE seller = $1 AND key = $2 AND holder = $3",
                [hold.key.sellerText, hold.key.text, hold.holder]
            )
        }
    }
}

/// The jobs that one of the processes does.
struct PostgresJobs: OnceOnlyJobs {
    let state: SharedState

    func begin(_ job: MarketJob, every interval: Duration) async throws(MarketError) -> Bool {
        try await state.perform { [moment = state.moment, process = state.process] connection in
            try connection.execute(
                """
                INSERT INTO job AS known (name, process, due_at) VALUES ($1, $2, market_time($3) + $4)
                ON CONFLICT (name) DO UPDATE SET process = excluded.process, due_at = excluded.due_at
                WHERE known.process = excluded.process
                    OR known.due_at NOT BETWEEN market_time($3) + 1 AND market_time($3) + 2 * $4
                """,
                [job.rawValue, process, moment, interval.inMilliseconds]
            ) > 0
        }
    }
}

/// Removes what no limit needs any more.
struct SharedStateCleanup {
    let connection: PostgresConnection

    /// Removes expired rows. Rows that are in use are skipped, so that nobody waits.
    func removeOld() throws {
        for (table, key, condition) in Self.all {
            try connection.execute(
                """
                DELETE FROM \(table) WHERE (\(key)) IN (
                    SELECT \(key) FROM \(table) WHERE \(condition) LIMIT 10000 FOR UPDATE SKIP LOCKED)
                """
            )
        }
    }

    private static let all = [
        ("token_bucket", "name, client", "full_at <= market_time(NULL)"),
        ("request_in_flight", "seller, key", "ends_at <= market_time(NULL)"),
        ("image_hold", "lease, name", "ends_at <= market_time(NULL)"),
        ("image_removal", "name", "ends_at <= market_time(NULL)"),
        // Forms remove their images earlier, and an image whose lease has expired is removed by the next cleanup.
        ("draft_image", "token", "ends_at + 7200000 <= market_time(NULL)"),
        ("draft_hold", "token, holder", "ends_at <= market_time(NULL)"),
        ("identity_link", "digest", "ends_at <= market_time(NULL)"),
    ]
}
