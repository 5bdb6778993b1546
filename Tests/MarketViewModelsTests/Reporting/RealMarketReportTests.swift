import Foundation
import MarketAPI
import MarketClient
import MarketCore
import MarketModels
import MarketTexts
import MarketViewModels
import TestMarkets
import Testing

/// A report to the real server in process.
struct RealMarketReportTests {
    /// The link leads to the page that the market has for the receipt.
    @Test func receiptOfTheRealMarketIsAPageToKeep() async throws {
        try await withRealMarket { market, transport in
            let client = MarketAPIClient(once: transport)
            let product = try await StoreSeller(market, client).add()
            let link = try await Self.report(product, client)
            let page = try await transport.send(ClientRequest(.get, link, headers: ["Accept-Language": "ko"]))
            #expect(page.status == 200)
            #expect(
                String(decoding: page.body, as: UTF8.self).contains(InterfaceTexts(language: .korean)[.reportReceived])
            )
            #expect(try await market.store.openReportCount() == 1)
        }
    }

    @MainActor private static func report(_ product: DetailedProduct, _ client: MarketAPIClient) async throws -> URL {
        var dependencies = AppDependencies.test
        dependencies.market = Samples.market
        let model = ReportModel(.product(product.id), named: "", service: client, dependencies: dependencies)
        model.reason = .counterfeit
        await model.send()
        return try #require(model.receiptLink)
    }
}
