import Foundation
import MarketClient
import MarketModels
import Testing

/// Identities in files.
@Suite struct FileIdentityStoreTests {
    private let market = URL(string: "https://market.example/shop") ?? URL(filePath: "/")
    private let other = URL(string: "https://other.example") ?? URL(filePath: "/")

    @Test func anIdentifierIsMadeOnceForEachMarket() async throws {
        try await withFolder { folder in
            let store = FileIdentityStore(folder: folder)
            let first = try await store.identifier(in: market)
            let again = try await FileIdentityStore(folder: folder).identifier(in: market)
            let elsewhere = try await store.identifier(in: other)
            #expect(first == again)
            #expect(first != elsewhere)
            let spelt = try #require(URL(string: "HTTPS://MARKET.example/shop/"))
            #expect(try await store.identifier(in: spelt) == first)
        }
    }

    @Test func ofManyWhoAskAtOnceAllGetTheSame() async throws {
        try await withFolder { folder in
            let market = market
            let all = try await withThrowingTaskGroup(of: VendorIdentifier.self) { group in
                for _ in 0..<32 {
                    group.addTask { try await FileIdentityStore(folder: folder).identifier(in: market) }
                }
                return try await group.reduce(into: Set<VendorIdentifier>()) { $0.insert($1) }
            }
            #expect(all.count == 1)
        }
    }

    @Test func secretsAreKeptReplacedAndForgotten() async throws {
        try await withFolder { folder in
            let store = FileIdentityStore(folder: folder)
            let product = Product.ID(rawValue: 12)
            #expect(try await store.secret(of: product, in: market) == nil)
            try await store.save("first", of: product, in: market)
            try await store.save("둘째 ✓", of: product, in: market)
            try await store.save("x", of: Product.ID(rawValue: 101), in: market)
            #expect(try await store.secret(of: product, in: market) == "둘째 ✓")
            #expect(try await store.secret(of: product, in: other) == nil)
            #expect(try await store.products(in: market).map(\.rawValue) == [101, 12])
            try await store.removeSecret(of: product, in: market)
            try await store.removeSecret(of: product, in: market)
            #expect(try await store.products(in: market).map(\.rawValue) == [101])
        }
    }

    @Test func rightsAreKeptBesideSecrets() async throws {
        try await withFolder { folder in
            let store = FileIdentityStore(folder: folder)
            let (first, second) = (Product.ID(rawValue: 12), Product.ID(rawValue: 7))
            try await store.save("secret", of: first, in: market)
            try await store.saveToken("right", for: first, in: market)
            try await store.saveToken("only a right", for: second, in: market)
            #expect(try await store.token(for: first, in: market) == "right")
            #expect(try await store.token(for: first, in: other) == nil)
            #expect(try await store.products(in: market) == [first, second])
            try await store.removeSecret(of: first, in: market)
            #expect(try await store.products(in: market) == [first, second])
            try await store.removeToken(for: first, in: market)
            try await store.removeToken(for: first, in: market)
            #expect(try await store.products(in: market) == [second])
        }
    }

    @Test func passwordsOfFormsInFlightAreNotThoseOfProducts() async throws {
        try await withFolder { folder in
            let store = FileIdentityStore(folder: folder)
            let (listing, edit) = (
                IdentityKey.inFlight(.listing), IdentityKey.inFlight(.edit(Product.ID(rawValue: 12)))
            )
            #expect(try await store.keys(in: market).isEmpty)
            try await store.save("first", for: listing, in: market)
            try await store.save("second", for: listing, in: market)
            try await store.save("other", for: edit, in: market)
            #expect(try await Set(store.keys(in: market)) == [listing, edit])
            #expect(try await store.text(for: listing, in: market) == "second")
            #expect(try await store.text(for: edit, in: market) == "other")
            #expect(try await store.keys(in: other).isEmpty)
            #expect(try await store.products(in: market).isEmpty)
            #expect(try await store.secret(of: Product.ID(rawValue: 12), in: market) == nil)
            try await store.remove(listing, in: market)
            try await store.remove(listing, in: market)
            #expect(try await store.keys(in: market) == [edit])
        }
    }

    @Test func eachKeyHasANameOfItsOwn() {
        let (one, two) = (Product.ID(rawValue: 1), Product.ID(rawValue: 2))
        let keys: [IdentityKey] = [
            .secret(one), .secret(two), .token(one), .token(two), .inFlight(.listing), .inFlight(.edit(one)),
        ]
        #expect(keys.map { IdentityKey(rawValue: $0.rawValue) } == keys)
        #expect(Set(keys.map(\.rawValue)).count == keys.count)
    }

    @Test(arguments: [
        "", "/", "12", "secrets", "secrets/", "secrets/x", "secrets/1/2", "rights/edit-1", "in-flight/", "in-flight/12",
        "in-flight/edit", "in-flight/edit-", "in-flight/edit-x", "in-flight/listings", "in-flight/Listing", "other/1",
    ])
    func otherNamesAreNotThoseOfKeys(_ name: String) {
        #expect(IdentityKey(rawValue: name) == nil)
    }

    @Test func onlyTheirOwnerMayReadThem() async throws {
        try await withFolder { folder in
            let store = FileIdentityStore(folder: folder.appending(path: "deep"))
            _ = try await store.identifier(in: market)
            try await store.save("s", of: Product.ID(rawValue: 1), in: market)
            try await store.saveToken("r", for: Product.ID(rawValue: 1), in: market)
            try await store.save("s", for: .inFlight(.listing), in: market)
            let manager = FileManager.default
            var files = 0
            for path in try manager.subpathsOfDirectory(atPath: folder.path) {
                let attributes = try manager.attributesOfItem(atPath: folder.path + "/" + path)
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                #expect(mode == (isFolder ? 0o700 : 0o600), "\(path)")
                files += isFolder ? 0 : 1
            }
            #expect(files == 4)
        }
    }

    @Test func aFolderThatCantBeMadeIsAnErrorWithItsName() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "file")
            try Data("x".utf8).write(to: file)
            let store = FileIdentityStore(folder: file)
            let error = await #expect(throws: IdentityStoreError.self) {
                try await store.identifier(in: market)
            }
            #expect(error?.description.contains(file.path) == true)
        }
    }

    @Test func anIdentifierThatSomebodyEmptiedIsNotReplacedInSilence() async throws {
        try await withFolder { folder in
            let store = FileIdentityStore(folder: folder)
            _ = try await store.identifier(in: market)
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            let path = try #require(names.first { $0.hasSuffix("/identifier") })
            try Data().write(to: folder.appending(path: path))
            await #expect(throws: IdentityStoreError.self) { try await store.identifier(in: market) }
        }
    }

    @Test func aMarketIsTheSameWhetherItsNameIsEncodedOrNot() async throws {
        try await withFolder { folder in
            let store = FileIdentityStore(folder: folder)
            let typed = try #require(URL(string: "https://마켓.한국"))
            let encoded = try #require(URL(string: "https://xn--hz2bk30b.xn--3e0b707e/"))
            let (id, other) = (Product.ID(rawValue: 1), try #require(URL(string: "https://가게.한국")))
            try await store.save("s", of: id, in: typed)
            #expect(try await store.secret(of: id, in: encoded) == "s")
            #expect(try await store.secret(of: id, in: other) == nil)
        }
    }

    private func withFolder(_ test: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await test(folder)
    }
}
