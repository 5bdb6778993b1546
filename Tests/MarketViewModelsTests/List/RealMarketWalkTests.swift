import Foundation
import MarketAPI
import MarketClient
import TestMarkets
import Testing

struct RealMarketWalkTests {
    /// The walks of ``ListWalkTests`` against the real server, with its store and its response cache. Each walk uses
    /// the market that the previous ones left behind. `OPENMARKET_WALKS` in the environment runs more of them.
    @Test func randomWalksInTheRealMarket() async throws {
        try await withRealMarket { market, transport in
            let client = MarketAPIClient(once: transport)
            let seller = try await StoreSeller(market, client)
            for seed in 1...Self.walks {
                let known = try await client.products(ProductListRequest(size: 800)).products
                try await ListWalk(market: client, seller: seller, known: known, seed: seed).run()
                for product in known.dropFirst(10) { try await seller.delete(product.id) }
            }
        }
    }

    private static let walks = ProcessInfo.processInfo.environment["OPENMARKET_WALKS"].flatMap { UInt64($0) } ?? 250
}
