import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

/// Two stores on one database, as in two processes.
@Suite("Two processes on one database")
struct TwoProcessTests {
    private static let rounds = 100

    @Test func oneKeyListsOneProduct() async throws {
        try await withStores { first, second in
            let vendor = try await first.sampleVendor()
            for round in 0..<Self.rounds {
                let key = try #require(IdempotencyKey("key \(round)", of: nil))
                let fingerprint = RequestFingerprint(rawValue: "print")
                let record = NewIdempotencyRecord(key: key, fingerprint: fingerprint, createdAt: moment)
                let product = try sampleProduct(of: vendor.id, record: record)
                let listed = await atOnce(first, second) { try await $0.add(product) }.compactMap { try? $0.get() }
                #expect(listed.count == 1)
                let stored = try await second.idempotencyRecord(for: key, since: moment)
                #expect(stored?.product == listed.first)
            }
            #expect(try await first.page(ProductQuery()).totalCount == Self.rounds)
        }
    }

    @Test func oneVersionIsEditedOnce() async throws {
        try await withStores { first, second in
            var product = try await first.sampleProduct(images: [sampleImage()])
            for round in 0..<Self.rounds {
                let edit = ProductEdit(
                    id: product.id,
                    expectedVersion: product.version,
                    listing: try sampleListing("Round \(round)", stock: Int64(round)),
                    images: [.kept(product.images[0].id)],
                    updatedAt: moment
                )
                var saved: [Product] = []
                for outcome in await atOnce(first, second, { try await $0.replace(edit) }) {
                    switch try outcome.get() {
                    case .saved(let product, _): saved.append(product)
                    case .conflict(let product): #expect(product.version == edit.expectedVersion + 1)
                    case .held, .locked, .gone: Issue.record("the product is gone")
                    }
                }
                #expect(saved.count == 1)
                product = try #require(saved.first)
            }
            #expect(product.version == Int64(Self.rounds) + 1)
        }
    }

    @Test func oneTokenDeletesOnce() async throws {
        try await withStores { first, second in
            for round in 0..<Self.rounds / 2 {
                let product = try await first.sampleProduct()
                let token = DeleteToken(
                    text: "token \(round)",
                    product: product.id,
                    expiresAt: moment.adding(seconds: 60)
                )
                #expect(try await second.addDeleteToken(token, issuedFor: secretHash))
                let deleted = try await atOnce(first, second) {
                    try await $0.redeem(token: token.text, for: nil, at: moment)
                }.compactMap { try $0.get() }
                #expect(deleted == [product])
            }
            #expect(try await first.page(ProductQuery()).totalCount == 0)
        }
    }

    /// A token for a secret that is being replaced must not survive it.
    @Test func tokenEndsWithItsSecret() async throws {
        try await withStores { first, second in
            let product = try await first.sampleProduct()
            for round in 0..<Self.rounds {
                let old = SecretHash(rawValue: "$secret \(round)")
                #expect(try await first.setSecretHash(old, of: product.id))
                let token = DeleteToken(
                    text: "token \(round)",
                    product: product.id,
                    expiresAt: moment.adding(seconds: 60)
                )
                async let stored = first.addDeleteToken(token, issuedFor: old)
                async let replaced = second.setSecretHash(SecretHash(rawValue: "$new \(round)"), of: product.id)
                _ = try await (stored, replaced)
                let other = Product.ID(rawValue: product.id.rawValue + 1)
                #expect(try await second.redeem(token: token.text, for: other, at: moment) == nil)
            }
            let tokens = try await first.read {
                try $0.firstRow("SELECT count(*) FROM delete_token") { try $0.count(0) }
            }
            #expect(tokens == 0)
        }
    }

    @Test func oneIdentifierMakesOneVendor() async throws {
        try await withStores { first, second in
            for round in 0..<Self.rounds / 2 {
                let identifier = try #require(VendorIdentifier("seller \(round)"))
                let new = NewVendor(identifier: identifier, name: nil, createdAt: moment)
                let vendors = try await atOnce(first, second) { try await $0.addVendor(new) }.map { try $0.get() }
                #expect(vendors[0] == vendors[1])
            }
            #expect(try await first.vendors().count == Self.rounds / 2)
        }
    }

    /// What is due is changed once, although both look at the same time.
    @Test func whatIsDueIsChangedOnce() async throws {
        try await withStores { first, second in
            let rules = LifecycleRules(lifetimeDays: 1)
            var products: [Product] = []
            for _ in 0..<30 {
                let new = try sampleProduct(of: try await first.sampleVendor().id)
                products.append(
                    try await first.add(
                        NewProduct(
                            seller: new.seller,
                            listing: new.listing,
                            contact: nil,
                            secretHash: secretHash,
                            images: [],
                            registeredAt: moment,
                            expiresAt: moment
                        )
                    )
                )
            }
            let later = moment.adding(seconds: 60)
            let counts = try await atOnce(first, second) {
                try await $0.advanceLifecycles(to: later, by: rules, limit: 100)
            }.map { try $0.get() }
            #expect(counts.reduce(0, +) == products.count)
            for product in products { #expect(try await second.version(of: product.id)?.number == product.version + 1) }
        }
    }

    private func atOnce<Value: Sendable>(
        _ first: PostgresProductStore,
        _ second: PostgresProductStore,
        _ body: @escaping @Sendable (PostgresProductStore) async throws -> Value
    ) async -> [Result<Value, any Error>] {
        await withTaskGroup(of: Result<Value, any Error>.self) { group in
            for store in [first, second] {
                group.addTask {
                    do { return .success(try await body(store)) } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
