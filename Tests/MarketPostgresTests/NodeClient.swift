import Foundation
import HTTPTypes
import NIOCore
import TestMarkets
import Testing

@testable import MarketPostgres

/// Runs a node of a market for the duration of a test.
///
/// - Parameter direct: settings of connections that don't go through a pooler.
func withNode(
    _ settings: PostgresSettings,
    direct: PostgresSettings? = nil,
    _ test: @escaping @Sendable (TestClient, PostgresProductStore) async throws -> Void
) async throws {
    let store = try await PostgresProductStore(settings: settings, direct: direct)
    let folder = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
        let market = try AssembledTestMarket(over: store, folder: folder.path(percentEncoded: false))
        try await market.application.test { try await test($0, store) }
    } catch { Issue.record(error) }
    try await store.close()
    try FileManager.default.removeItem(at: folder)
}

extension TestClient {
    /// Lists a product in the edition that needs no picture.
    ///
    /// - Parameter key: what makes a repeated request harmless.
    func list(_ title: String, key: String? = nil) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
        return try await execute(
            uri: "/item",
            method: .post,
            headers: headers,
            body: ByteBuffer(
                string:
                    #"{"title":"\#(title)","descriptions":"","price":1,"currency":"KRW","stock":1,"password":"secret"}"#
            )
        )
    }

    /// Whether the list of products shows a product.
    func shows(_ title: String) async throws -> Bool {
        let response = try await execute(uri: "/api/products", method: .get)
        return response.status == .ok && String(buffer: response.body).contains(title)
    }
}

extension TestResponse {
    /// Whether the response has a code of the API.
    func has(code: String) -> Bool { String(buffer: body).contains(#""code":"\#(code)""#) }
}
