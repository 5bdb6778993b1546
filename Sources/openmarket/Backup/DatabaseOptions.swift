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

    /// The address, or nil if none is given.
    ///
    /// - Throws: ``CommandFailure`` if it has a password that others can see.
    func address() throws(CommandFailure) -> String? {
        if let database { try PostgresMarket.refusePassword(in: database) }
        return database ?? ProcessInfo.processInfo.environment["OPENMARKET_DATABASE"]
    }
}
