import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about one product.",
        discussion: CommandExit.help
    )

    @Argument(help: "The product's id.")
    var id: Product.ID

    @Flag(help: "Also show how to reach the seller.")
    var contact = false

    @Flag(help: "Print JSON, with the same names as the HTTP API.")
    var json = false

    @OptionGroup var market: MarketOptions

    func run() async throws {
        let client = try await market.client()
        let product = try await client.product(id)
        let contact = contact ? try await client.contact(of: id) : nil
        guard !json else { return print(try ProductPrinting.json(product, contact: contact)) }
        let printing = ProductPrinting(language: market.resolvedLanguage)
        let category = try await category(of: product, in: client)
        let missing = self.contact && contact == nil ? "not given by the seller" : nil
        let page = try market.page(of: id)
        for line in printing.text(product, page: page, category: category, contact: contact ?? missing) {
            print(line)
        }
    }

    private func category(of product: DetailedProduct, in client: MarketAPIClient) async throws -> String? {
        guard let slug = product.listing.attributes.category else { return nil }
        let category = try await client.categories().categories.first { $0.slug == slug }
        return category?.name(in: market.resolvedLanguage)
    }
}
