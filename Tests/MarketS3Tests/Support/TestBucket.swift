import Foundation
import ImageStoreContract
import MarketCore
import MarketModels
import TestClusters

@testable import MarketS3

/// A bucket of its own for a test, and a folder for the cache.
struct TestBucket {
    let server: TestObjectStore
    let name: String
    let prefix: String
    let folder: String

    /// Calls `body` with an empty bucket, and removes the folder afterwards.
    static func with(prefix: String = "시장 a+b/", _ body: (TestBucket) async throws -> Void) async throws {
        let server = try await TestObjectStore.shared()
        let folder = FileManager.default.temporaryDirectory.appending(path: "market-s3-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bucket = TestBucket(server: server, name: server.newBucketName(), prefix: prefix, folder: folder)
        try await bucket.withClient { client in
            _ = try await client.send(S3Request(method: .put, timeouts: .background))
        }
        try await body(bucket)
    }

    func location(_ parameters: String = "") throws -> S3Location {
        let path = S3Encoding.encodePath(prefix)
        return try S3Location(address: "s3://\(name)/\(path)?endpoint=http://127.0.0.1:\(server.port)\(parameters)")
    }

    /// - Parameter slowness: what time limits are multiplied by. 1 for tests in which they are reached.
    func withClient<Value>(
        at location: S3Location? = nil,
        secretKey: String = TestObjectStore.secretKey,
        credentials: S3CredentialSource? = nil,
        addresses: [String: String] = [:],
        slowness: Int = 20,
        clock: any WallClock = SystemWallClock(),
        report: @escaping @Sendable (S3ImageStore.Event) -> Void = { _ in },
        _ body: (S3Client) async throws -> Value
    ) async throws -> Value {
        let client = try S3Client(
            location: try location ?? self.location(),
            credentials: credentials
                ?? S3CredentialSource(S3Credentials(accessKey: TestObjectStore.accessKey, secretKey: secretKey)),
            addresses: addresses,
            slowness: slowness,
            clock: clock,
            report: report
        )
        do {
            let value = try await body(client)
            await client.close()
            return value
        } catch {
            await client.close()
            throw error
        }
    }

    /// Calls `body` with a store whose cache has a folder of its own.
    func withStore(
        cache: String = "cache",
        limit: Int = 100 << 20,
        integrity: IntegrityMonitor = IntegrityMonitor(),
        _ body: (S3ImageStore) async throws -> Void
    ) async throws {
        try await withClient { client in
            let cache = ImageCache(folder: "\(folder)/\(cache)", limit: limit)
            let store = S3ImageStore(bucket: S3Bucket(client: client), cache: cache, integrity: integrity)
            try await store.openCache()
            try await body(store)
        }
    }
}

extension S3ImageStore {
    /// Returns the content of a rendition, or nil if there is none.
    func bytes(_ name: ImageName, _ rendition: ImageFile.Size) async throws -> [UInt8]? {
        try await find(name, rendition)?.content()
    }
}

extension S3Bucket {
    /// Returns an object, or nil if there is none.
    func object(_ key: String) async throws -> Object? { try await get(key) }

    /// Returns the keys that begin with a text.
    func keys(_ prefix: String) async throws -> [String] { try await list(prefix).objects.map(\.key) }
}
