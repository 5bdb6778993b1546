import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// The options that select products and the output format.
struct ListOptions: ParsableArguments {
    @Option(help: "The order of the products.")
    var sort = ProductQuery.Sort.newest

    @Flag(help: "Only products in stock.")
    var inStock = false

    @Option(help: ArgumentHelp("Only this vendor's products.", valueName: "id"))
    var vendor: Int64?

    @OptionGroup(title: "Narrowing the list") var filter: FilterOptions

    @Option(name: .shortAndLong, help: "The maximum number of products to show.")
    var count = 20

    @Flag(name: .shortAndLong, help: "Show all products, however many there are.")
    var all = false

    @Option(help: ArgumentHelp("Continue an earlier list from its next_cursor.", valueName: "cursor"))
    var cursor: String?

    @Flag(help: "Print JSON, with the same names as the HTTP API.")
    var json = false

    func validate() throws {
        guard count > 0 else { throw ValidationError("--count must be at least 1.") }
    }

    func show(search: String, _ market: MarketOptions) async throws {
        let client = try await market.client()
        let filter = try await filter.filter(in: client)
        let response = try await response(search: search, filter, client)
        if response.products.isEmpty { try await self.filter.checkCategory(in: client) }
        guard !json else { return print(try ProductPrinting.json(response)) }
        guard !response.products.isEmpty else {
            if !search.isEmpty { return Terminal.note("No products match '\(search)'.") }
            let isWholeList = filter.isEmpty && !inStock && vendor == nil
            return Terminal.note(isWholeList ? "Nothing for sale yet." : "No products match.")
        }
        if let corrected = response.correctedQuery {
            Terminal.note("No products match '\(search)'. Showing results for '\(DisplayText.line(corrected))'.")
        }
        for line in ProductPrinting(language: market.resolvedLanguage).table(response.products) { print(line) }
        if response.products.count < response.totalCount {
            let total = "\(response.totalCount)\(response.isTotalCapped ? "+" : "")"
            Terminal.note("Showing \(response.products.count) of \(total). Use --count or --all to see more.")
        }
    }

    /// Loads pages by cursor until there are enough products.
    private func response(
        search: String,
        _ filter: AttributeFilter,
        _ client: MarketAPIClient
    ) async throws -> ProductListResponse {
        let wanted = all ? Int.max : count
        var request = ProductListRequest(
            order: sort,
            search: search,
            isInStock: inStock,
            vendor: vendor.map { Vendor.ID(rawValue: $0) },
            attributes: filter,
            cursor: cursor
        )
        var products: [ListedProduct] = []
        var response: ProductListResponse
        repeat {
            request.size = min(wanted - products.count, 200)
            response = try await client.products(request)
            products += response.products
            request.cursor = response.nextCursor
        } while request.cursor != nil && products.count < wanted
        return ProductListResponse(
            products: products,
            totalCount: response.totalCount,
            isTotalCapped: response.isTotalCapped,
            nextCursor: response.nextCursor,
            correctedQuery: response.correctedQuery
        )
    }
}
