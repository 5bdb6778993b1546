internal import MarketModels

/// The changes that are settled: no older transaction can still commit or has to be looked at again.
///
/// The revision of a snapshot is the number of changes that it sees. Snapshots of one server are ordered, so the same
/// number means the same state, in every process and without a row that all writers lock. Counting stays cheap, because
/// only transactions from the horizon on are counted.
struct RevisionBase: Hashable, Sendable {
    /// The history to which the numbers belong: see ``ChangeHistory``.
    let history: Int64
    /// The number of changes of transactions before ``horizon``.
    let count: Int64
    /// The number of the oldest transaction that was running when the changes were counted.
    let horizon: Int64

    /// Returns an expression that counts the changes that a snapshot sees from the horizon on.
    ///
    /// With an upper end PostgreSQL expects few changes, whatever the horizon is. Without one it expects a third of all, for
    /// which it would read the whole table, or plan each statement again at each call, which takes longer than executing it.
    ///
    /// - Parameter parameter: the parameter of the statement that is ``horizon``, for example `$1`.
    static func sql(_ parameter: String) -> String {
        "(SELECT count(*) FROM change WHERE xid BETWEEN \(parameter) AND \(Int64.max))"
    }

    /// Returns the revision of a snapshot that sees so many changes from the horizon on.
    func revision(above changes: Int64) -> Revision { Revision(rawValue: count + changes) }
}
