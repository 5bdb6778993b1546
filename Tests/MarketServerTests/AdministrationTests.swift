import Foundation
import HTTPTypes
import Logging
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import NIOCore
import TestMarkets
import Testing

/// The operator's calls.
struct AdministrationTests {
    private func withAdministrator(
        _ test: @escaping @Sendable (AdminService, TestMarket) async throws -> Void
    ) async throws {
        try await withMarket { market in
            try await test(AdminService(services: market.services, webApp: Site()), market)
        }
    }

    @Test func longRunsOfMarksAreDividedInARequest() throws {
        let name = "a" + String(repeating: "\u{301}", count: 40)
        let body = ByteBuffer(bytes: try JSONEncoder().encode(AdminRequest.renameVendor(1, name: name)))
        let request = try #require(AdminSocket.request(in: body))
        guard case .renameVendor(1, name: let read, reason: nil) = request else {
            return #expect(Bool(false), "\(request)")
        }
        #expect(read.unicodeScalars.elementsEqual(name.streamSafe.unicodeScalars))
        #expect(read.unicodeScalars.contains("\u{34F}"))
        #expect(AdminSocket.request(in: ByteBuffer(string: "{")) == nil)
    }

    @Test func vendorIsMadeWithItsIdAndIdentifier() async throws {
        try await withAdministrator { adminService, market in
            let reply = await adminService.perform(.addVendor(name: "테스트", identifier: TestMarket.identifier, id: 79))
            let sentence = "Added vendor 79, 테스트, with the identifier \(TestMarket.identifier)."
            #expect(reply == .done([sentence]))
            let product = try await market.list()
            #expect(product["vendor_id"].int == 79)
            #expect(product["vendors"]["name"].string == "테스트")
        }
    }

    @Test func knownIdentifierMakesNoSecondVendor() async throws {
        try await withAdministrator { adminService, _ in
            _ = await adminService.perform(.addVendor(name: "a", identifier: "same", id: nil))
            let reply = await adminService.perform(.addVendor(name: "b", identifier: "SAME", id: nil))
            #expect(reply == .done(["Vendor 1, a, already has that identifier."]))
        }
    }

    @Test func takenIdIsRefused() async throws {
        try await withAdministrator { adminService, _ in
            _ = await adminService.perform(.addVendor(name: "a", identifier: "a", id: 7))
            let reply = await adminService.perform(.addVendor(name: "b", identifier: "b", id: 7))
            #expect(reply == .refused("The id 7 belongs to another vendor."))
        }
    }

    @Test(arguments: ["", "  ", "a\u{7}b", String(repeating: "x", count: 201)])
    func whatCannotBeAnIdentifierIsRefused(_ identifier: String) async throws {
        try await withAdministrator { adminService, _ in
            let reply = await adminService.perform(.addVendor(name: "a", identifier: identifier, id: nil))
            guard case .refused = reply else { return #expect(Bool(false), "\(reply)") }
        }
    }

    @Test func vendorsAreListedAndBlocked() async throws {
        try await withAdministrator { adminService, market in
            try await market.list()
            let reply = await adminService.perform(.setBlocked(vendor: 1, isBlocked: true, reason: "why"))
            #expect(
                reply == .done(["Vendor 1, Vendor 1, can't list anything now, and its listings are hidden."])
            )
            guard case .vendors(let rows) = await adminService.perform(.listVendors) else {
                return #expect(Bool(false))
            }
            #expect(rows.map(\.id) == [1] && rows.allSatisfy(\.isBlocked))
            let again = await adminService.perform(.setBlocked(vendor: 1, isBlocked: false, reason: "why"))
            #expect(again == .done(["Vendor 1, Vendor 1, can list again."]))
            #expect(
                await adminService.perform(.setBlocked(vendor: 9, isBlocked: true, reason: "why"))
                    == .refused("There's no vendor 9.")
            )
        }
    }

    @Test func vendorIsRenamedWhereverItsNameIsShown() async throws {
        try await withAdministrator { adminService, market in
            try await market.list(["name": "의자"])
            try await market.list(["name": "책상"])
            let paths = ["/api/products/1", "/products/1", "/api/products?search_value=wonbi"]
            // Everything is in the cache, also after another change, which only products outlast.
            for _ in 1...2 {
                for path in paths {
                    _ = try await market.client.execute(uri: path, method: .get, headers: [:], body: nil)
                }
                try await market.list(["name": "램프"], identifier: "other")
            }
            let before = try await market.get("/api/products/1")
            let tag = try #require(before.headers[.eTag])
            let reply = await adminService.perform(.renameVendor(1, name: "Wonbi"))
            #expect(reply == .done(["Vendor 1 is called Wonbi now."]))
            guard case .vendors(let rows) = await adminService.perform(.listVendors) else {
                return #expect(Bool(false))
            }
            #expect(rows.first { $0.id == 1 }?.name == "Wonbi")
            #expect(rows.first { $0.id == 1 }?.identifier == TestMarket.identifier)
            let after = try await market.get("/api/products/1", [.ifNoneMatch: tag])
            #expect(after.status == .ok)
            #expect(try JSON(after)["vendors"]["name"].string == "Wonbi")
            #expect(try JSON(after)["version"].int == 1)
            #expect(try JSON(await market.get("/api/products?search_value=wonbi"))["total_count"].int == 2)
            #expect(try await TestBrowser(market).get("/products/1").html.contains("Wonbi"))
            // An edit with the tag of now is accepted, and one with that of before isn't.
            let edit = #"{"secret":"correct horse","stock":5}"#
            let stale = try await market.send(.patch, "/api/products/1", edit, [.ifMatch: tag])
            #expect(stale.status == .preconditionFailed)
            let current = try #require(after.headers[.eTag])
            #expect(try await market.send(.patch, "/api/products/1", edit, [.ifMatch: current]).status == .accepted)
        }
    }

    /// Many readers at once can't put the old name back into the cache.
    @Test func readersDoNotKeepTheOldName() async throws {
        try await withAdministrator { adminService, market in
            for _ in 1...3 { try await market.list() }
            for round in 1...10 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for reader in 0..<4 {
                        group.addTask {
                            for turn in 0..<20 { _ = try await market.get("/api/products/\((reader + turn) % 3 + 1)") }
                        }
                    }
                    group.addTask { _ = await adminService.perform(.renameVendor(1, name: "Name \(round)")) }
                    try await group.waitForAll()
                }
                for id in 1...3 {
                    let product = try JSON(await market.get("/api/products/\(id)"))
                    #expect(product["vendors"]["name"].string == "Name \(round)")
                }
            }
        }
    }

    private func vendorName(listing name: String, in market: TestMarket) async throws -> String? {
        let response = try await market.post(.listing([:]), headers: [.field("vendor-name"): name])
        return try JSON(response)["vendors"]["name"].string
    }

    /// What an app sends as its vendor's name counts only once.
    @Test func onlyTheOperatorRenamesAVendor() async throws {
        try await withAdministrator { adminService, market in
            let first = try await vendorName(listing: "First", in: market)
            let second = try await vendorName(listing: "Second", in: market)
            _ = await adminService.perform(.renameVendor(1, name: "Third"))
            let third = try await vendorName(listing: "First", in: market)
            let product = try JSON(await market.get("/api/products/1"))
            #expect([first, second, third] == ["First", "First", "Third"])
            #expect(product["vendors"]["name"].string == "Third")
        }
    }

    @Test(
        arguments: [
            (9, "A", "There's no vendor 9."), (0, "A", "There's no vendor 0."), (-1, "A", "There's no vendor -1."),
            (1, "", nil), (1, "guest", nil), (1, String(repeating: "x", count: 101), nil), (1, "a\u{202E}b", nil),
        ] as [(Int64, String, String?)]
    )
    func nameThatCannotBeIsRefused(_ id: Int64, _ name: String, _ reason: String?) async throws {
        try await withAdministrator { adminService, market in
            try await market.list()
            let reply = await adminService.perform(.renameVendor(id, name: name))
            guard case .refused(let sentence) = reply else { return #expect(Bool(false), "\(reply)") }
            if let reason { #expect(sentence == reason) }
            #expect(try JSON(await market.get("/api/products/1"))["vendors"]["name"].string == "Vendor 1")
        }
    }

    private static func erased(_ id: Int64) -> String {
        "Product \(id) is erased, with its pictures. Backups from before still have it."
    }

    @Test func productIsErasedWithItsImages() async throws {
        try await withAdministrator { adminService, market in
            try await market.list()
            #expect(await adminService.perform(.eraseProduct(1, reason: "why")) == .done([Self.erased(1)]))
            #expect(try await market.get("/api/products/1").status == .notFound)
            #expect(try await market.services.imageStore.names().isEmpty)
            #expect(
                await adminService.perform(.eraseProduct(1, reason: "why")) == .refused("This product doesn’t exist.")
            )
        }
    }

    @Test func productsThatShowTheSameImageAreNamed() async throws {
        try await withAdministrator { adminService, market in
            for photos in [["red", "blue"], ["blue"], ["green"], ["red"]] { try await market.list(photos: photos) }
            for (id, others) in [(1, "4 2"), (2, ""), (3, "")] as [(Int64, String)] {
                let erased = await adminService.perform(.eraseProduct(id, reason: "why"))
                let sentence = "These products show the same pictures, which stay until they are erased, too: "
                #expect(erased == .done([Self.erased(id)] + (others.isEmpty ? [] : [sentence + others])))
            }
            #expect(try await market.services.imageStore.names().count == 1)
        }
    }

    @Test func secretIsSetForASellerWhoLostIt() async throws {
        try await withAdministrator { adminService, market in
            try await market.list()
            let reply = await adminService.perform(.setSecret(product: 1, secret: "새로운 비밀번호"))
            #expect(reply == .done(["The product has a new password."]))
            #expect(
                try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse"}"#).status == .forbidden
            )
            #expect(try await market.send(.patch, "/api/products/1", #"{"secret":"새로운 비밀번호"}"#).status == .accepted)
            for (secret, reason) in [
                ("", "Enter a password."), ("another", "The password needs at least 8 characters."),
                ("1q2w3e4r", "The password is one of the first that people guess. Choose another one."),
            ] {
                #expect(await adminService.perform(.setSecret(product: 1, secret: secret)) == .refused(reason))
            }
            #expect(try await market.send(.patch, "/api/products/1", #"{"secret":"새로운 비밀번호"}"#).status == .accepted)
        }
    }

    @Test func whatIsChangedIsLoggedAndNothingElse() async throws {
        try await withMarket { market in
            let log = CollectedLog()
            let adminService = AdminService(services: market.services, webApp: Site(), logger: Logger(log))
            try await market.list()
            let requests: [AdminRequest] = [
                .listVendors, .findProduct(1), .setBlocked(vendor: 1, isBlocked: true, reason: "why"),
                .setBlocked(vendor: 1, isBlocked: false, reason: "why"),
                .setBlocked(vendor: 9, isBlocked: true, reason: "why"),
                .setSecret(product: 1, secret: "short"), .setSecret(product: 1, secret: "새로운 비밀번호"),
                .eraseProduct(1, reason: "why"), .eraseProduct(1, reason: "why"),
                .addVendor(name: "a", identifier: "a", id: 7),
                .addVendor(name: "a", identifier: "a", id: nil),
            ]
            for request in requests { _ = await adminService.perform(request) }
            #expect(
                log.messages == [
                    "vendor blocked", "vendor unblocked", "password replaced", "product erased", "vendor added",
                ]
            )
            #expect(log.fields[0] == ["vendor": "1", "by": "operator"])
            #expect(log.fields[3] == ["product": "1", "vendor": "1", "by": "operator"])
        }
    }

    @Test func aProductIsNamedBeforeItIsRemoved() async throws {
        try await withAdministrator { adminService, market in
            try await market.list()
            #expect(await adminService.perform(.findProduct(1)) == .product(name: "의자"))
            #expect(await adminService.perform(.findProduct(2)) == .refused("This product doesn’t exist."))
        }
    }
}
