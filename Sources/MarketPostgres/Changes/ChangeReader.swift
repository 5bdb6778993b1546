internal import MarketCore
internal import MarketModels

struct ChangeReader {
    /// What a snapshot sees of the log.
    struct State {
        let base: RevisionBase
        let revision: Revision
        /// The categories and the profile, if they may have changed since the last time.
        var site: Site?
        /// Whether this read was the first to see that a dump or a copy has brought the database.
        var isRestored = false
    }

    /// What processes remember of the market besides the revision.
    struct Site: Equatable {
        let categories: CategoryTree
        let profile: MarketProfile
        /// The number of the latest erasure in the log of what operators have done. Nodes look for its images at once.
        let lastErasure: Int64
    }

    /// How often a history is begun for one read. Once is enough unless the server crashes again.
    private static let attempts = 3

    let connection: PostgresConnection

    /// Reads what has changed since a base, outside of a transaction. If no history has begun on this server, it begins one.
    ///
    /// - Parameters:
    ///   - base: the base of an earlier read, or nil at first.
    ///   - known: the latest revision that this process has told. That of another history is later.
    func state(since base: RevisionBase?, known: Revision) throws -> State {
        var isRestored = false
        for _ in 0..<Self.attempts {
            if var state = try readAll(base, known) {
                state.isRestored = isRestored
                return state
            }
            isRestored = try connection.transaction {
                let history = ChangeHistory(connection: connection)
                try history.lock()
                // Another process may have been quicker.
                switch try read(base, known) {
                case .current: return isRestored
                case .noHistory: return try history.begin(above: known, isCopy: false) || isRestored
                case .earlierNumbers: return try history.begin(above: known, isCopy: true) || isRestored
                }
            }
        }
        throw CorruptRowError(reason: "the log of changes has no history")
    }

    /// Reads the log, and the categories and the profile in the same snapshot if they may have changed. Nil if a history has to begin.
    private func readAll(_ base: RevisionBase?, _ known: Revision) throws -> State? {
        guard case .current(let state, let changesSite) = try read(base, known) else { return nil }
        guard changesSite else { return state }
        return try connection.transaction(.repeatableRead, readOnly: true) {
            guard case .current(var state, _) = try read(base, known) else { return nil }
            state.site = Site(
                categories: try connection.records.categories.tree(),
                profile: try connection.records.profile.profile(),
                lastErasure: try connection.firstRow(Self.lastErasure) { try $0.count(0) } ?? 0
            )
            return state
        }
    }

    /// What a read of the log has found.
    private enum Found {
        case current(State, changesSite: Bool)
        /// No history has begun on this server, or its revisions are behind what this process has told.
        case noHistory
        /// The history has begun on this server, but its numbers have gone back, which no recovery does: it empties the table of
        /// the history. So the files are an older copy of those of a stopped server.
        case earlierNumbers
    }

    private func read(_ base: RevisionBase?, _ known: Revision) throws -> Found {
        let parameters = [base?.history ?? 0, base?.count ?? 0, base?.horizon ?? 0]
        let found = try connection.firstRow(Self.text, parameters) { row -> Found in
            guard !row.isNull(0) else { return .noHistory }
            let (history, count, horizon, oldest) = try (row.positive(0), row.count(1), row.count(2), row.count(3))
            // The numbers of one server never go back.
            guard oldest >= horizon else { return .earlierNumbers }
            let settled = RevisionBase(history: history, count: count + (try row.count(4)), horizon: oldest)
            let revision = Revision(rawValue: count + (try row.count(5)))
            if let base, base.history != history, revision <= known { return .noHistory }
            return .current(State(base: settled, revision: revision), changesSite: try row.boolean(6))
        }
        guard let found else { throw CorruptRowError(reason: "the log of changes has no base") }
        return found
    }

    private static let lastErasure = "SELECT coalesce(max(id), 0) FROM moderation_log WHERE action = 'erased'"

    /// The log is read from the given base on or, if that is of another history or the log begins later, because this process
    /// hasn't read it for an hour, from its beginning. The keys tell PostgreSQL, which may not know the tables, that each has one
    /// row. If it expected more, it would compile the statement at each call.
    static let text = """
        WITH log AS MATERIALIZED (
                SELECT h.history, b.count, b.horizon, coalesce(h.history = $1 AND b.horizon <= $3, false) AS goes_on
                FROM change_base AS b LEFT JOIN (\(ChangeHistory.current)) AS h ON true WHERE b.id = 1),
            base AS MATERIALIZED (
                SELECT CASE WHEN goes_on THEN $2 ELSE count END AS count,
                    CASE WHEN goes_on THEN $3 ELSE horizon END AS horizon FROM log),
            recent AS MATERIALIZED (
                SELECT xid, changes_site FROM change
                WHERE xid BETWEEN (SELECT horizon FROM base) AND \(Int64.max)),
            oldest AS (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid)
        SELECT log.history, base.count, base.horizon, oldest.xid,
            (SELECT count(*) FROM recent WHERE recent.xid < oldest.xid), (SELECT count(*) FROM recent),
            NOT log.goes_on OR (SELECT coalesce(bool_or(changes_site), false) FROM recent)
        FROM log, base, oldest
        """
}
