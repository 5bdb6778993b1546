import MarketClient
import MarketModels
import TestMarkets

/// Opens a market for the duration of a test, and calls its real server in process.
func withRealMarket(
    _ test: @escaping @Sendable (OpenTestMarket, TestTransport) async throws -> Void
) async throws {
    try await withOpenMarket { market in
        try await market.application.test { server in try await test(market, TestTransport(server)) }
    }
}

extension MarketAPIClient {
    /// Creates a client of the market of the tests that sends each request once.
    convenience init(once transport: any HTTPTransport, identifier: String? = nil) {
        self.init(
            MarketAPIClient.Configuration(
                baseURL: Samples.market,
                transport: transport,
                identifier: identifier.flatMap { VendorIdentifier($0) },
                retry: .none
            )
        )
    }
}
