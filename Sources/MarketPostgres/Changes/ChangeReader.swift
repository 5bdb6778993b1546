internal import MarketModels

/// A reader of the log of changes.
struct ChangeReader {
    /// What a snapshot sees of the log.
    struct State {
        let base: RevisionBase
        let revision: Revision
        /// Whether the categories may have changed since the last time.
        let changesCategories: Bool
    }

    let connection: PostgresConnection

    /// Reads what has changed since a base.
    ///
    /// - Parameter base: the base of an earlier read, or nil at first.
    func state(since base: RevisionBase?) throws -> State {
        guard let base, let state = try self.read(base) else {
            // Changes that aren't settled for this process were removed, because it hasn't read the log for an hour.
            guard let removed = try removed(), let state = try self.read(removed) else {
                throw CorruptRowError(reason: "the log of changes has no base")
            }
            return State(base: state.base, revision: state.revision, changesCategories: true)
        }
        return state
    }

    /// Nil if the log doesn't begin early enough.
    private func read(_ base: RevisionBase) throws -> State? {
        let state = try connection.firstRow(Self.text, [base.horizon]) { row -> State? in
            guard try row.count(0) <= base.horizon else { return nil }
            let settled = try row.count(2)
            return State(
                base: RevisionBase(count: base.count + settled, horizon: try row.count(1)),
                revision: base.revision(above: try row.count(3)),
                changesCategories: try row.boolean(4)
            )
        }
        return state ?? nil
    }

    private func removed() throws -> RevisionBase? {
        try connection.firstRow("SELECT count, horizon FROM change_base") {
            RevisionBase(count: try $0.count(0), horizon: try $0.count(1))
        }
    }

    private static let text = """
        WITH recent AS MATERIALIZED (SELECT xid, changes_categories FROM change WHERE xid >= $1),
            oldest AS (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid)
        SELECT (SELECT horizon FROM change_base), oldest.xid,
            (SELECT count(*) FROM recent WHERE recent.xid < oldest.xid), (SELECT count(*) FROM recent),
            (SELECT coalesce(bool_or(changes_categories), false) FROM recent)
        FROM oldest
        """
}
