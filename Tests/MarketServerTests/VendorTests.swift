import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import NIOCore
import TestMarkets
import Testing

/// API.md, “Vendors, secrets, tokens”.
struct VendorTests {
    private static let late: HTTPFields = [.field("X-Forwarded-Host"): "late"]
    private static let secret = #"{"secret":"correct horse"}"#
    private static let password = #"{"password":"correct horse"}"#
    private static let stranger: HTTPFields = [.field("identifier"): "somebody else"]

    /// Runs a test with a market whose main port speaks the late edition to the host `late`.
    private func withEditions(
        registration: MarketProfile.Registration = .open,
        _ test: @escaping @Sendable (TestMarket) async throws -> Void
    ) async throws {
        try await withMarket(registration: registration, proxies: .loopback, editionHosts: ["late": .openmarket], test)
    }

    // MARK: Vendors

    @Test func vendorsCountUpAtFirstSight() async throws {
        try await withMarket { market in
            for (identifier, id) in [("first", 1), ("second", 2), ("FIRST", 1), ("third", 3)] {
                let product = try await market.list(identifier: identifier)
                #expect(product["vendor_id"].int == id)
                #expect(product["vendors"]["id"].int == id)
                #expect(product["vendors"]["name"].string == "Vendor \(id)")
            }
        }
    }

    @Test func knownVendorsAreMadeBeforehand() async throws {
        try await withMarket { market in
            let adminService = AdminService(services: market.services, webApp: Site())
            let made = await adminService.perform(.addKnownVendors)
            let expected: [(Int64, String, String)] = [
                (3, "cd706a3e-66db-11ec-9626-796401f2341a", "Vendor2"),
                (10, "f67d572f-4aa2-11ed-a200-8ba6a006f5ab", "bread"),
                (11, "25a1ab60-4aa3-11ed-a200-058d51faf231", "borysarang"),
                (16, "2836ea8c-7215-11ec-abfa-378889d9906f", "Vendor 16"),
                (43, "c598a7e9-6941-11ed-a917-8dbc932b3fe4", "gundy93"),
                (48, "f44cfc3e-6941-11ed-a917-47bc2e8f559b", "zhilly"),
                (58, "127f12a0-7529-11ed-be10-096fa5eea2dc", "derrick"),
                (79, "680a5dc5-d1b8-11ec-9676-819f7cbd69a2", "Vendor 79"),
                (81, "7b016867-d1b8-11ec-9676-012a04c8e5dc", "Vendor 81"),
                (82, "8de44ec8-d1b8-11ec-9676-43acdce229f5", "Vendor 82"),
                (83, "99051fa9-d1b8-11ec-9676-978c137c9bee", "Vendor 83"),
                (96, "ea2ab214-0335-11ed-9676-d15bcd5607d5", "Vendor 96"),
                (97, "eef3d2e5-0335-11ed-9676-e35db3a6c61a", "Vendor 97"),
            ]
            #expect(made == .done(expected.map { "Added vendor \($0.0) with the identifier \($0.1)." }))
            for (id, identifier, name) in expected {
                let product = try await market.list(identifier: identifier)
                #expect(product["vendor_id"].int == Int(id))
                #expect(product["vendors"]["name"].string == name)
            }
            let again = await adminService.perform(.addKnownVendors)
            #expect(again == .done(expected.map { "Vendor \($0.0) already exists." }))
            let next = try await market.list(identifier: "somebody new")
            #expect(next["vendor_id"].int == 98)
        }
    }

    @Test func knownVendorsThatComeTooLateAreTold() async throws {
        try await withMarket { market in
            // The identifier of 16 becomes vendor 1, and another one vendor 3.
            try await market.list(identifier: "2836ea8c-7215-11ec-abfa-378889d9906f")
            for identifier in ["second", "third"] { try await market.list(identifier: identifier) }
            let reply = await AdminService(services: market.services, webApp: Site()).perform(.addKnownVendors)
            guard case .partlyDone(let lines) = reply else {
                Issue.record("\(reply)")
                return
            }
            #expect(lines[0] == "The id 3 belongs to another vendor, so the app that has it built in won't show Edit.")
            let taken = "The identifier 2836ea8c-7215-11ec-abfa-378889d9906f belongs to vendor 1, not 16"
            #expect(lines[3] == "\(taken), so its app won't show Edit.")
            #expect(lines.count == 13 && lines.count { $0.hasPrefix("Added vendor") } == 11)
        }
    }

    @Test func guestIsAVendorInEveryEdition() async throws {
        try await withEditions { market in
            try await market.item()
            for headers in [[:], Self.late] as [HTTPFields] {
                let product = try JSON(await market.get("/api/products/1", headers))
                #expect(product["vendors"]["name"].string == "Guest")
                #expect(product["vendors"]["id"].int == product["vendor_id"].int)
            }
            let listed = try JSON(await market.get("/api/products", Self.late))["pages"][0]
            #expect(listed["vendorName"].string == "Guest")
        }
    }

    @Test func productWithoutImagesHasAPlaceholderInEveryEdition() async throws {
        try await withEditions { market in
            try await market.item(photos: [])
            var links: [String?] = []
            for headers in [[:], Self.late] as [HTTPFields] {
                links.append(try JSON(await market.get("/api/products", headers))["pages"][0]["thumbnail"].string)
                let product = try JSON(await market.get("/api/products/1", headers))
                links.append(product["thumbnail"].string)
                #expect(product["images"].array.isEmpty)
            }
            let item = try JSON(await market.get("/item/1"))
            links.append(item["thumbnails"][0].string)
            #expect(links.count == 5)
            for link in links {
                let image = try await market.follow(link)
                #expect(image.status.code == 200)
                #expect(image.headers[.contentType] == "image/png")
            }
        }
    }

    // MARK: Secrets

    @Test func secretOfOneProductOpensNoOther() async throws {
        try await withMarket { market in
            try await market.list(["secret": "mine"])
            try await market.list(["secret": "another"])
            let other = try await market.send(.patch, "/api/products/2", #"{"secret":"mine","stock":1}"#)
            #expect(other.status == .forbidden)
            let own = try await market.send(.patch, "/api/products/1", #"{"secret":"mine","stock":1}"#)
            #expect(own.status == .accepted)
        }
    }

    @Test func everyWriteNeedsTheSecret() async throws {
        try await withMarket { market in
            try await market.list()
            for (method, path) in [
                (HTTPRequest.Method.patch, "/api/products/1"), (.post, "/api/products/1/secret"),
                (.post, "/api/products/1/archived"), (.patch, "/item/1"), (.delete, "/item/1"),
            ] {
                let response = try await market.send(method, path, #"{"stock":0}"#)
                #expect(response.status == .badRequest, "\(method) \(path)")
            }
            let product = try await market.get("/api/products/1")
            #expect(product.status == .ok)
        }
    }

    @Test func identifierIsIgnoredOnEveryWriteToAProductThatExists() async throws {
        try await withMarket(registration: .closed) { market in
            let identifier = try #require(VendorIdentifier(TestMarket.identifier))
            _ = try await market.services.adminOperations.addVendor(name: nil, identifier: identifier, id: nil)
            try await market.list()
            try await market.list()
            let edited = try await market.send(.patch, "/api/products/1", Self.secret, Self.stranger)
            #expect(edited.status == .accepted)
            let token = try await market.send(.post, "/api/products/1/secret", Self.secret, Self.stranger)
            #expect(token.status == .ok)
            let path = "/api/products/1/\(String(buffer: token.body))"
            let deleted = try await market.send(.delete, path, nil, Self.stranger)
            #expect(deleted.status == .ok)
            #expect(try JSON(deleted)["vendor_id"].int == 1)
            let archived = try await market.send(.post, "/api/products/2/archived", Self.secret, Self.stranger)
            let gone = try await market.send(.delete, String(buffer: archived.body), nil, Self.stranger)
            #expect(gone.status == .ok)
        }
    }

    // MARK: Tokens

    @Test func tokensAreRandomAndDieWithTheirProduct() async throws {
        try await withMarket { market in
            try await market.list()
            var tokens: Set<String> = []
            for _ in 1...5 {
                let response = try await market.send(.post, "/api/products/1/secret", Self.secret)
                let token = String(buffer: response.body)
                #expect(UUID(uuidString: token) != nil)
                tokens.insert(token)
            }
            #expect(tokens.count == 5)
            var statuses: [Int] = []
            for token in tokens {
                statuses.append(try await market.send(.delete, "/api/products/1/\(token)").status.code)
            }
            #expect(statuses == [200, 400, 400, 400, 400])
        }
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func deletionIsAnsweredWithTheFullProductWhateverItsBodyIs(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            let created = try await market.list(["name": "의자"])
            let token = try await market.send(.post, "/api/products/1/secret", Self.secret)
            let path = "/api/products/1/\(String(buffer: token.body))"
            let response = try await market.send(.delete, path, Self.secret, Self.stranger)
            #expect(response.status.code == 200)
            let deleted = try JSON(response)
            #expect(deleted.keys == created.keys)
            #expect(deleted["name"].string == "의자")
            #expect(deleted["images"].array.count == 1)
            try await market.list()
            let archived = try await market.send(.post, "/api/products/2/archived", Self.secret)
            let second = try await market.send(.delete, String(buffer: archived.body))
            #expect(second.status.code == 200)
            #expect(try JSON(second).keys == created.keys)
        }
    }

    // MARK: Deleted products

    enum Deletion: CaseIterable, Sendable {
        case byToken, byPath, asItem, byTheOwner
    }

    private func delete(_ market: TestMarket, _ deletion: Deletion) async throws {
        switch deletion {
        case .byToken:
            let token = try await market.send(.post, "/api/products/1/secret", Self.secret)
            let response = try await market.send(.delete, "/api/products/1/\(String(buffer: token.body))")
            try #require(response.status == .ok)
        case .byPath:
            let path = try await market.send(.post, "/api/products/1/archived", Self.secret)
            let response = try await market.send(.delete, String(buffer: path.body))
            try #require(response.status == .ok)
        case .asItem:
            let response = try await market.send(.delete, "/item/1", Self.password)
            try #require(response.status == .ok)
        case .byTheOwner:
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
        }
    }

    @Test(arguments: Deletion.allCases)
    func deletedProductIsGoneInEveryEditionAndItsIdIsNeverUsedAgain(_ deletion: Deletion) async throws {
        try await withEditions { market in
            try await market.list(["contact": "010"])
            try await delete(market, deletion)
            let requests: [(HTTPRequest.Method, String, String?, HTTPFields)] = [
                (.get, "/item/1", nil, [:]), (.get, "/api/products/1", nil, [:]),
                (.get, "/api/products/1", nil, Self.late), (.get, "/api/products/1/contact", nil, [:]),
                (.patch, "/api/products/1", Self.secret, [:]),
                (.patch, "/api/products/1", Self.secret, Self.late), (.patch, "/item/1", Self.password, [:]),
                (.delete, "/item/1", Self.password, [:]), (.post, "/api/products/1/secret", Self.secret, [:]),
                (.post, "/api/products/1/archived", Self.secret, Self.late),
            ]
            for (method, path, body, headers) in requests {
                let response = try await market.send(method, path, body, headers)
                #expect(response.status == .notFound, "\(method) \(path)")
            }
            let items = try JSON(await market.get("/items/1"))
            #expect(items["items"].array.isEmpty)
            let training = try JSON(await market.get("/api/products"))
            #expect(training["total_count"].int == 0)
            let openmarket = try JSON(await market.get("/api/products", Self.late))
            #expect(openmarket["totalCount"].int == 0)
            #expect(try await market.services.imageStore.names().isEmpty)
            let next = try await market.list()
            #expect(next["id"].int == 2)
            let item = try await market.item()
            #expect(item["id"].int == 3)
        }
    }
}
