import ArgumentParser
import Foundation
import MarketClient
import MarketModels

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Print a product's link, and a QR code of it to scan from the screen.",
        discussion: """
            On a terminal, the product's name, price and link and the QR code are printed; in a pipe or a file, only the \
            link.

            \(CommandExit.help)
            """
    )

    @Argument(help: "The product's id.")
    var id: Product.ID

    @Flag(name: .customLong("no-qr"), help: "Print no QR code.")
    var hidesCode = false

    @Flag(help: "Print JSON: the product with the names of the HTTP API, and the link as url.")
    var json = false

    @OptionGroup var market: MarketOptions

    func run() async throws {
        // Fails here if the product is deleted, instead of sharing a page that says so.
        let product = try await market.client().product(id)
        let page = try market.page(of: id)
        guard !json else { return print(try ProductPrinting.json(product, page: page)) }
        let printing = ProductPrinting(language: market.resolvedLanguage)
        for line in printing.shared(product, page: page) { print(line) }
        guard !hidesCode, printing.terminal.isInteractive else { return }
        printing.terminal.printCode(of: page.absoluteString)
    }
}
