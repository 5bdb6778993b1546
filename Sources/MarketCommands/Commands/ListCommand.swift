import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the products for sale.",
        discussion: CommandExit.help
    )

    @OptionGroup var listing: ListOptions
    @OptionGroup var market: MarketOptions

    func run() async throws {
        try await listing.show(search: "", market)
    }
}
