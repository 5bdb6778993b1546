import HTTPTypes
import MarketSQLite
import NIOCore
import TestMarkets
import Testing

@testable import MarketS3

@Suite("Readiness of a server whose images are in a bucket", .timeLimit(.minutes(5)))
struct S3ReadinessTests {
    private enum Loss: CaseIterable {
        case emptied, deleted, moved
    }

    @Test(arguments: Loss.allCases)
    private func serverIsNotReadyWithoutItsBucket(_ loss: Loss) async throws {
        try await TestBucket.with(prefix: "") { bucket in
            try await bucket.withClient { client in
                let images = S3ImageStore(
                    bucket: S3Bucket(client: client),
                    cache: ImageCache(folder: bucket.folder + "/cache", limit: 1 << 20)
                )
                try await images.bind(to: S3Mark(market: "market"))
                let store = try await SQLiteProductStore(folder: bucket.folder)
                let market = try AssembledTestMarket(over: store, folder: bucket.folder, images: images)
                try await market.application.test { server in
                    // A store that is slow, because many tests run at once, is asked again.
                    func wait(for status: HTTPResponse.Status) async throws -> String {
                        while true {
                            let response = try await server.execute(uri: "/health/ready", method: .get)
                            if response.status == status { return String(buffer: response.body) }
                        }
                    }
                    _ = try await wait(for: .ok)
                    switch loss {
                    case .emptied: try await S3Bucket(client: client).delete("market")
                    case .deleted:
                        try await S3Bucket(client: client).delete("market")
                        _ = try await client.send(S3Request(method: .delete, timeouts: .background))
                    case .moved: try await images.setMark(S3Mark(market: "market", state: .copying))
                    }
                    let readiness = try await wait(for: .serviceUnavailable)
                    #expect(readiness.contains(#""images":"down""#))
                }
                try await store.close()
            }
        }
    }
}
