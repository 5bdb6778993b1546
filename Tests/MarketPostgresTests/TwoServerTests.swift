import Foundation
import HTTPTypes
import Hummingbird
import MarketCore
import MarketHashing
import MarketModels
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketPostgres

/// Two servers on one database, over real sockets. The second one hears of a change only when a client names it, and
/// regards what it has in memory as current all the time.
@Suite("Two servers on one database", .timeLimit(.minutes(5)))
struct TwoServerTests {
    @Test(arguments: ["Market-Revision", "Cookie"])
    func whoHasWrittenSeesItOnTheOtherServer(_ way: String) async throws {
        try await withServers { first, second in
            let paths = ["/api/products?items_per_page=5", "/items/1", "/"]
            // What is asked for twice is in memory.
            for path in paths + paths { #expect(try await second.get(path).contains("Fresh") == false) }
            let written = try await first.list("Fresh")
            // Others may see for a moment what is in memory.
            for path in paths { #expect(try await second.get(path).contains("Fresh") == false) }
            for path in paths {
                let fields = try written.proof(way)
                #expect(try await second.get(path, fields).contains("Fresh"), "\(path)")
            }
        }
    }

    /// A product's version doesn't change with its seller's name, and the other server has its response in memory.
    @Test func otherServerShowsTheNewNameOfASeller() async throws {
        try await withServers { first, second in
            let identifier = try #require(VendorIdentifier("seller"))
            let new = NewVendor(identifier: identifier, name: "Before", createdAt: Timestamp(millisecondsSinceEpoch: 0))
            let seller = try #require(try await first.store.addVendor(new))
            let pricing = try #require(Pricing(currency: .krw, priceMinorUnits: 1000, discountMinorUnits: 0))
            let listed = try await first.store.add(
                NewProduct(
                    seller: .vendor(seller.id),
                    listing: Listing(name: "Chair", description: "", pricing: pricing, stock: 1),
                    contact: nil,
                    secretHash: SecretHash(rawValue: "$hash"),
                    images: [],
                    registeredAt: new.createdAt
                )
            )
            let id = listed.id.rawValue
            let written = try await first.list("Table")
            let proof = try written.proof("Cookie")
            let paths = ["/api/products/\(id)", "/products/\(id)", "/api/products?search_value=before"]
            for server in [first, second] {
                for path in paths { #expect(try await server.get(path, proof).contains("Chair"), "\(path)") }
            }
            #expect(try await first.store.renameVendor(seller.id, to: "Fresh")?.name == "Fresh")
            let later = try await first.list("Lamp").proof("Cookie")
            for server in [first, second] {
                for path in paths.prefix(2) { #expect(try await server.get(path, later).contains("Fresh"), "\(path)") }
                #expect(try await server.get(paths[2], later).contains("Chair") == false)
                #expect(try await server.get("/api/products?search_value=fresh", later).contains("Chair"))
            }
        }
    }

    /// The other server has just shown the image, and knows that it may.
    @Test func anImageThatIsWithheldIsGoneOnTheOtherServer() async throws {
        try await withServers { first, second in
            let bytes = [UInt8](repeating: 7, count: 100)
            let name = try #require(ImageName(digest: BLAKE2b.hash(bytes, byteCount: ImageName.digitCount / 2)))
            let moment = Timestamp(millisecondsSinceEpoch: 0)
            let identifier = try #require(VendorIdentifier("seller"))
            let seller = NewVendor(identifier: identifier, name: "Kim", createdAt: moment)
            try await first.images.save(ProcessedImage(name: name, width: 1, height: 1, full: bytes, thumbnail: bytes))
            let listed = try await first.store.add(
                NewProduct(
                    seller: .newVendor(seller),
                    listing: Listing(
                        name: "Chair",
                        description: "",
                        pricing: try #require(Pricing(currency: .krw, priceMinorUnits: 1, discountMinorUnits: 0)),
                        stock: 1
                    ),
                    contact: nil,
                    secretHash: SecretHash(rawValue: "$hash"),
                    images: [NewImage(name: name, width: 1, height: 1)],
                    registeredAt: Timestamp(millisecondsSinceEpoch: 0)
                )
            )
            var proof = try await first.list("Table").proof("Cookie")
            func expect(_ status: HTTPResponse.Status) async throws {
                for server in [first, second] {
                    let path = "/images/\(name.hexDigits)-thumb.jpg"
                    let response = try await server.client.execute(uri: path, method: .get, headers: proof, body: nil)
                    #expect(response.status == status)
                }
            }
            try await expect(.ok)
            let operators = OperatorAuthenticator.commandLine
            _ = try await first.store.hold(
                listed.id,
                .hidden,
                reason: "Stolen",
                by: operators,
                at: .init(millisecondsSinceEpoch: 1)
            )
            proof = try await first.list("Lamp").proof("Cookie")
            try await expect(.notFound)
            _ = try await first.store.giveBack(
                listed.id,
                reason: "Fine",
                by: operators,
                at: .init(millisecondsSinceEpoch: 2)
            )
            proof = try await first.list("Desk").proof("Cookie")
            try await expect(.ok)
        }
    }

    @Test func responsesToWritesNameTheRevision() async throws {
        try await withServers { first, _ in
            let written = try await first.list("Fresh")
            let revision = try #require(written.headers[.marketRevision].flatMap { Int64($0) })
            let cookie = try #require(written.headers[.setCookie])
            #expect(cookie.hasPrefix("revision=\(revision);"))
            for attribute in ["Max-Age=60", "Path=/", "HttpOnly", "SameSite=Lax"] {
                #expect(cookie.contains(attribute), "\(attribute)")
            }
            let read = try await first.client.execute(uri: "/items/1", method: .get, headers: [:], body: nil)
            #expect(read.headers[.marketRevision] == nil)
            #expect(read.headers[.setCookie] == nil)
            // A write that is refused tells what it was refused for.
            let refused = try await first.send(.delete, "/item/1", #"{"password":"wrong"}"#)
            #expect(refused.status == .notFound)
            #expect(refused.headers[.marketRevision] == String(revision))
        }
    }

    @Test func revisionsThatNoServerHasToldAreHarmless() async throws {
        try await withServers { _, second in
            for text in [
                "999999999999999999", "9223372036854775808", "-1", "", "1e9", "0x10", "１", "1 1", "5; revision=7",
            ] {
                for field in ["Market-Revision: \(text)", "Cookie: revision=\(text)", "Cookie: a=b;revision=\(text)"] {
                    let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
                    let name = try #require(HTTPField.Name(parts[0]))
                    let response = try await second.client.execute(
                        uri: "/items/1",
                        method: .get,
                        headers: [name: parts.count > 1 ? parts[1] : ""],
                        body: nil
                    )
                    #expect(response.status == .ok)
                }
            }
        }
    }

    private func withServers(
        _ test: @escaping @Sendable (TestServer, TestServer) async throws -> Void
    ) async throws {
        let settings = try await newMarket()
        let first = try await PostgresProductStore(settings: settings)
        let second = try await PostgresProductStore(settings: settings.deaf)
        second.mirror.polled(after: .now + .seconds(3600))
        let folder = FileManager.default.temporaryDirectory.appending(path: "two-servers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            let path = folder.path(percentEncoded: false)
            let one = try AssembledTestMarket(over: first, folder: path)
            let other = try AssembledTestMarket(over: second, folder: path)
            let images = one.imageStore
            try await one.application.test { one in
                try await other.application.test { other in
                    try await test(
                        TestServer(client: one, store: first, images: images),
                        TestServer(client: other, store: second, images: images)
                    )
                }
            }
        } catch { Issue.record(error) }
        try await first.close()
        try await second.close()
        try FileManager.default.removeItem(at: folder)
    }
}

private struct TestServer: Sendable {
    let client: TestClient
    let store: PostgresProductStore
    let images: any ImageStore

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
        let response = try await client.execute(uri: path, method: .get, headers: headers, body: nil)
        #expect(response.status == .ok)
        return String(buffer: response.body)
    }

    func send(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> TestResponse {
        try await client.execute(uri: path, method: method, headers: [:], body: ByteBuffer(string: body))
    }

    /// Lists a product in the edition that needs no picture.
    func list(_ title: String) async throws -> TestResponse {
        let response = try await send(
            .post,
            "/item",
            #"{"title":"\#(title)","descriptions":"","price":1,"currency":"KRW","stock":1,"password":"secret"}"#
        )
        try #require(response.status == .ok, "\(String(buffer: response.body))")
        return response
    }
}

extension TestResponse {
    /// Returns the header that shows another server what was written.
    fileprivate func proof(_ way: String) throws -> HTTPFields {
        let name = try #require(HTTPField.Name(way))
        if name == .cookie {
            let cookie = try #require(headers[.setCookie]?.split(separator: ";").first)
            return [name: "seller=x; \(cookie)"]
        }
        return [name: try #require(headers[name])]
    }
}

extension HTTPField.Name {
    fileprivate static var marketRevision: HTTPField.Name {
        guard let name = HTTPField.Name("Market-Revision") else { preconditionFailure("this is the name of a header") }
        return name
    }
}
