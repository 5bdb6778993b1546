import ArgumentParser
import Foundation
import MarketPostgres

/// The option for the PostgreSQL database of a market.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the market's PostgreSQL database, if it has one. (default: $OPENMARKET_DATABASE)",
            valueName: "url"
        )
    )
    var database: String?

    @Option(
        help: ArgumentHelp(
            "Its address without a pooler, if --database leads to one. (default: $OPENMARKET_DATABASE_DIRECT)",
            valueName: "url"
        )
    )
    var databaseDirect: String?

    /// The address, or nil if none is given.
    ///
    /// - Throws: ``CommandFailure`` if it has a password that others can see.
    func address() throws(CommandFailure) -> String? {
        if let database { try PostgresMarket.refusePassword(in: database) }
        return database ?? ProcessInfo.processInfo.environment["OPENMARKET_DATABASE"]
    }

    /// The address for work that takes long or needs a session, or nil if none is given.
    func unpooledAddress() throws(CommandFailure) -> String? {
        let address = try address()
        return try directAddress() ?? address
    }

    /// The address without a pooler, or nil if none is given.
    ///
    /// - Throws: ``CommandFailure`` if it has a password that others can see.
    func directAddress() throws(CommandFailure) -> String? {
        if let databaseDirect { try PostgresMarket.refusePassword(in: databaseDirect) }
        return databaseDirect ?? ProcessInfo.processInfo.environment["OPENMARKET_DATABASE_DIRECT"]
    }
}
