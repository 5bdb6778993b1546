import Foundation
import Hummingbird
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
        try await withOpenMarket { market in
            try await market.application.test { server in
                let client = MarketAPIClient(
                    MarketAPIClient.Configuration(
                        baseURL: Samples.market,
                        transport: TestTransport(server),
                        retry: .none
                    )
                )
                let product = try await StoreSeller(market, client).add()
                let link = try await Self.report(product, client)
                let page = try await server.execute(uri: link.path, method: .get, headers: [.acceptLanguage: "ko"])
                #expect(page.status == .ok)
                #expect(String(buffer: page.body).contains(InterfaceTexts(language: .korean)[.reportReceived]))
                #expect(try await market.store.openReportCount() == 1)
            }
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
