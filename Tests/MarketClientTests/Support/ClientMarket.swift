import Foundation
import Hummingbird
import MarketAPI
import MarketClient
import MarketModels
import TestMarkets

/// A market and a client connected to it.
struct ClientMarket: Sendable {
    let client: MarketAPIClient
    let market: OpenTestMarket
    /// The port that the server listens on.
    let port: Int

    static let identifier = VendorIdentifier("680a5dc5-d1b8-11ec-9676-819f7cbd69a2")
    static let secret = "correct horse"

    /// Returns a listing with test images.
    static func listing(_ name: String = "의자", images: [String] = ["orientation-6.jpg"]) -> NewListing {
        NewListing(
            draft: ProductDraft(
                name: name,
                description: "나무 의자입니다.\n튼튼해요.",
                price: DecimalAmount(12_000),
                currency: .krw,
                discount: DecimalAmount(2000),
                stock: DecimalAmount(3)
            ),
            images: images.map { .file(photo($0)) },
            secret: secret
        )
    }

    static func photo(_ name: String) -> URL {
        Bundle.module.bundleURL.appending(path: "Photos/\(name)")
    }

    @discardableResult
    func list(_ name: String = "의자", images: [String] = ["orientation-6.jpg"]) async throws -> DetailedProduct {
        try await client.list(Self.listing(name, images: images), key: UUID())
    }
}

/// Runs a test with a client whose requests go to the real server, without `URLSession`.
func withClient<Value: Sendable>(
    identifier: VendorIdentifier? = ClientMarket.identifier,
    language: String? = "en",
    setting: TestMarketSetting = TestMarketSetting(),
    _ test: @escaping @Sendable (ClientMarket) async throws -> Value
) async throws -> Value {
    try await withOpenMarket(setting) { market in
        try await market.application.test { server in
            try await test(
                ClientMarket(
                    client: .over(
                        TestTransport(server),
                        at: "http://localhost",
                        identifier: identifier,
                        language: language
                    ),
                    market: market,
                    port: server.port
                )
            )
        }
    }
}

/// Runs a test against the real server on a socket.
func withServer<Value: Sendable>(
    _ test: @escaping @Sendable (_ port: Int, OpenTestMarket) async throws -> Value
) async throws -> Value {
    try await withOpenMarket { market in
        try await market.application.test { server in
            try await test(server.port, market)
        }
    }
}

extension MarketAPIClient {
    /// Returns a client whose retries don't wait.
    static func over(
        _ transport: any HTTPTransport,
        at base: String,
        identifier: VendorIdentifier? = ClientMarket.identifier,
        language: String? = "en",
        retry: RetryPolicy = RetryPolicy(sleep: { _ in try Task.checkCancellation() }),
        folder: URL = FileManager.default.temporaryDirectory
    ) -> MarketAPIClient {
        MarketAPIClient(
            Configuration(
                baseURL: URL(string: base) ?? URL(filePath: "/"),
                transport: transport,
                identifier: identifier,
                vendorName: "초록 공방",
                language: language,
                retry: retry,
                temporaryFolder: folder
            )
        )
    }
}

extension MarketService {
    func list(_ listing: NewListing, key: UUID) async throws(MarketClientError) -> DetailedProduct {
        try await list(listing, key: key, progress: { _ in })
    }
}
