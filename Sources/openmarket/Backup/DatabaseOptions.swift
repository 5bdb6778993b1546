import ArgumentParser
import MarketCommands
import MarketServer

/// The options for the PostgreSQL database of a market.
struct DatabaseOptions: ParsableArguments {
    @Option(ServerSettings.declared.database, "The address of the market's PostgreSQL database, if it has one.")
    var database: String?

    @Option(ServerSettings.declared.directDatabase, "Its address without a pooler, if --database leads to one.")
    var databaseDirect: String?

    /// The address, or nil if none is given.
    ///
    /// - Throws: ``CommandFailure`` if it has a password that others can see.
    func address() throws(CommandFailure) -> String? { try ServerSettings.declared.database.value(of: database) }

    /// The address for work that takes long or needs a session, or nil if none is given.
    func unpooledAddress() throws(CommandFailure) -> String? {
        let address = try address()
        return try directAddress() ?? address
    }

    /// The address without a pooler, or nil if none is given.
    ///
    /// - Throws: ``CommandFailure`` if it has a password that others can see.
    func directAddress() throws(CommandFailure) -> String? {
        try ServerSettings.declared.directDatabase.value(of: databaseDirect)
    }
}
