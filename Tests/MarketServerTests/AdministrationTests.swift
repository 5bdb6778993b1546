import Foundation
import HTTPTypes
import Logging
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// The operator's calls.
struct AdministrationTests {
    private func withAdministrator(
        _ test: @escaping @Sendable (AdminService, TestMarket) async throws -> Void
    ) async throws {
        try await withMarket { market in
            try await test(AdminService(services: market.services), market)
        }
    }

    @Test func vendorIsMadeWithItsIdAndIdentifier() async throws {
        try await withAdministrator { adminService, market in
            let reply = await adminService.perform(
                .addVendor(name: "테스트", identifier: TestMarket.identifier, id: 79)
            )
            guard case .vendorAdded(let row) = reply else { return #expect(Bool(false), "\(reply)") }
            #expect(row.id == 79)
            let product = try await market.list()
            #expect(product["vendor_id"].int == 79)
            #expect(product["vendors"]["name"].string == "테스트")
        }
    }

    @Test func knownIdentifierMakesNoSecondVendor() async throws {
        try await withAdministrator { adminService, _ in
            _ = await adminService.perform(.addVendor(name: "a", identifier: "same", id: nil))
            let reply = await adminService.perform(.addVendor(name: "b", identifier: "SAME", id: nil))
            guard case .vendorKnown(let row) = reply else { return #expect(Bool(false), "\(reply)") }
            #expect(row.name == "a")
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
            let reply = await adminService.perform(.setBlocked(vendor: 1, isBlocked: true))
            guard case .vendorChanged(let row) = reply else { return #expect(Bool(false), "\(reply)") }
            #expect(row.isBlocked)
            #expect(await adminService.perform(.listVendors) == .vendors([row]))
            #expect(
                await adminService.perform(.setBlocked(vendor: 9, isBlocked: true))
                    == .refused("There's no vendor 9.")
            )
        }
    }

    @Test func productIsRemovedWithItsImages() async throws {
        try await withAdministrator { adminService, market in
            try await market.list()
            #expect(await adminService.perform(.removeProduct(1)) == .productRemoved(id: 1, name: "의자"))
            #expect(try await market.get("/api/products/1").status == .notFound)
            #expect(try await market.services.imageStore.names().isEmpty)
            #expect(await adminService.perform(.removeProduct(1)) == .refused("This product doesn’t exist."))
        }
    }

    @Test func secretIsSetForASellerWhoLostIt() async throws {
        try await withAdministrator { adminService, market in
            try await market.list()
            #expect(await adminService.perform(.setSecret(product: 1, secret: "새로운 비밀번호")) == .secretSet)
            #expect(
                try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse"}"#).status == .forbidden
            )
            #expect(
                try await market.send(.patch, "/api/products/1", #"{"secret":"새로운 비밀번호"}"#).status == .accepted
            )
            for (secret, reason) in [
                ("", "Enter a password."), ("another", "The password needs at least 8 characters."),
                ("1q2w3e4r", "The password is one of the first that people guess. Choose another one."),
            ] {
                #expect(await adminService.perform(.setSecret(product: 1, secret: secret)) == .refused(reason))
            }
            #expect(
                try await market.send(.patch, "/api/products/1", #"{"secret":"새로운 비밀번호"}"#).status == .accepted
            )
        }
    }

    @Test func whatIsChangedIsLoggedAndNothingElse() async throws {
        try await withMarket { market in
            let log = CollectedLog()
            let adminService = AdminService(services: market.services, logger: Logger(log))
            try await market.list()
            let requests: [AdminRequest] = [
                .listVendors, .findProduct(1), .setBlocked(vendor: 1, isBlocked: true),
                .setBlocked(vendor: 1, isBlocked: false), .setBlocked(vendor: 9, isBlocked: true),
                .setSecret(product: 1, secret: "short"), .setSecret(product: 1, secret: "새로운 비밀번호"),
                .removeProduct(1), .removeProduct(1), .addVendor(name: "a", identifier: "a", id: 7),
                .addVendor(name: "a", identifier: "a", id: nil),
            ]
            for request in requests { _ = await adminService.perform(request) }
            #expect(
                log.messages == [
                    "vendor blocked", "vendor unblocked", "password replaced", "product removed", "vendor added",
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
