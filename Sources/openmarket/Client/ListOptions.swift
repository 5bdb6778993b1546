import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// Which products, and how they are printed.
struct ListOptions: ParsableArguments {
    enum Order: String, CaseIterable, ExpressibleByArgument {
        case newest, cheapest, dearest

        var asked: ProductListRequest.Order {
            switch self {
            case .newest: .newest
            case .cheapest: .cheapest
            case .dearest: .dearest
            }
        }
    }

    @Option(help: "The order of the products.")
    var sort = Order.newest

    @Flag(help: "Only products in stock.")
    var inStock = false

    @Option(help: ArgumentHelp("Only this vendor's products.", valueName: "id"))
    var vendor: Int64?

    @Option(name: .shortAndLong, help: "The most products to show.")
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
        try await reporting {
            let answer = try await answer(search: search, market.client())
            guard !json else { return print(try ProductPrinting.json(answer)) }
            guard !answer.products.isEmpty else {
                return Terminal.note(search.isEmpty ? "Nothing for sale yet." : "No products match '\(search)'.")
            }
            if let corrected = answer.correctedQuery {
                Terminal.note("No products match '\(search)'. Showing results for '\(DisplayText.line(corrected))'.")
            }
            for line in ProductPrinting(language: market.spoken).table(answer.products) { print(line) }
            if answer.products.count < answer.totalCount {
                let total = "\(answer.totalCount)\(answer.isTotalCapped ? "+" : "")"
                Terminal.note("Showing \(answer.products.count) of \(total). Use --count or --all to see more.")
            }
        }
    }

    /// Walks by cursor until there are enough.
    private func answer(search: String, _ client: MarketAPIClient) async throws -> ProductListAnswer {
        let wanted = all ? Int.max : count
        var request = ProductListRequest(
            order: sort.asked,
            search: search,
            isInStock: inStock,
            vendor: vendor.map { Vendor.ID(rawValue: $0) },
            cursor: cursor
        )
        var products: [ListedProduct] = []
        var answer: ProductListAnswer
        repeat {
            request.size = min(wanted - products.count, 200)
            answer = try await client.products(request)
            products += answer.products
            request.cursor = answer.nextCursor
        } while request.cursor != nil && products.count < wanted
        return ProductListAnswer(
            products: products,
            totalCount: answer.totalCount,
            isTotalCapped: answer.isTotalCapped,
            nextCursor: answer.nextCursor,
            correctedQuery: answer.correctedQuery
        )
    }
}
