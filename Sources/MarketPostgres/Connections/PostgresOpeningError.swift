/// The reason why a database can't be used. Each case corresponds to an action of the operator, which
/// the commands name.
public enum PostgresOpeningError: Error, Hashable, Sendable {
    /// The address isn't one of a PostgreSQL database.
    case invalidAddress(reason: String)
    /// No server answers at the address, or it isn't ready.
    case notReachable(name: String, reason: String)
    /// The server refused the user or the password.
    case refused(name: String, reason: String)
    case noDatabase(name: String)
    /// The user may not create or use the market's tables.
    case noPrivilege(name: String, reason: String)
    /// The database contains tables of something else.
    case foreign(name: String)
    /// The market was made with another schema than this version's: by 0.1.0, which recorded none, or by a version in development.
    /// Nothing was changed.
    case otherSchema(name: String, isOfFirstVersion: Bool)
    /// The database was migrated by a newer version of Open Market, and only that version or a later one can use it.
    case madeByNewerVersion(name: String)
    /// The database has to be migrated first, and wasn't opened to change its schema.
    case madeByOlderVersion(name: String)
    /// There is no market in the database, and it wasn't opened to begin one.
    case empty(name: String)
    /// A market is being moved to the database, and isn't complete yet.
    case moveIsUnfinished(name: String)
    /// The server's version or a setting of the database doesn't fit.
    case unsuitable(name: String, reason: String)
    /// Any other failure; `reason` is for logs.
    case failed(name: String, reason: String)
}
