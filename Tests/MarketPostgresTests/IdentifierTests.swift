import MarketCore
import MarketModels
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketPostgres

/// What is done at the moment at which a seller gets another identifier, because another node ends all other browsers.
@Suite("Identifiers in PostgreSQL")
struct IdentifierTests {
    private let laptop = BrowserKey()

    /// Runs `body` while another connection replaces the identifier of a seller with a product, which is committed once `body`
    /// waits for that.
    private func whileReplaced<Value: Sendable>(
        _ prepare: (PostgresProductStore, Product) async throws -> Void = { _, _ in },
        _ body: @escaping @Sendable (PostgresProductStore, Product) async throws -> Value
    ) async throws -> Value {
        let settings = try await newMarket()
        let store = try await PostgresProductStore(settings: settings)
        let product = try await store.sampleProduct()
        try await store.giveRight(for: product.id, to: laptop, at: moment)
        try await prepare(store, product)
        let (other, probe) = (try PostgresConnection(settings), try PostgresConnection(settings))
        try other.script(
            "BEGIN; UPDATE vendor SET identifier = 'another identifier' WHERE id = \(product.vendor.id.rawValue)"
        )
        async let value = body(store, product)
        try await wait { try probe.waitingCount() == 1 }
        try other.script("COMMIT")
        let returned = try await value
        try await store.close()
        return returned
    }

    @Test func anInvitationGivesTheNewOne() async throws {
        let hash = InvitationHash(rawValue: "invitation")
        let given = try await whileReplaced { store, product in
            let proof = OperatorAuthenticator.commandLine
            let end = moment.adding(days: 7)
            _ = try await store.addInvitation(hash, for: product.vendor.id, endsAt: end, by: proof, at: moment)
        } _: { store, _ in
            try await store.acceptInvitation(hash, for: BrowserDigest(rawValue: "browser"), at: moment)
        }
        #expect(given?.identifier.text == "another identifier")
    }

    @Test func aLinkForAnotherBrowserGivesNothing() async throws {
        let (phone, giver) = (BrowserKey(), laptop.digest)
        let isKnown = try await whileReplaced { store, _ in
            let browser = SellerBrowser(digest: phone.digest, name: BrowserName(), createdAt: moment)
            let former = try #require(VendorIdentifier("seller"))
            #expect(try await !store.shareRights(of: giver, listingAs: former, with: browser))
            return try await store.owner(of: phone.digest) != nil
        }
        #expect(!isKnown)
    }

    /// Another seller's browser, or the same one's second tap, has replaced it.
    @Test func itIsNotReplacedTwice() async throws {
        let key = laptop
        let isReplaced = try await whileReplaced { store, product in
            let former = try #require(VendorIdentifier("seller"))
            let authenticator = store.trustingAuthenticator
            let browser = try #require(try await authenticator.browser(key))
            let found = try await authenticator.vendor(product.vendor.id, identifiedBy: former, by: key)
            let proof = try #require(found)
            return try await store.endOtherBrowsers(of: browser, replacing: proof)
        }
        #expect(!isReplaced)
    }

    /// A listing that is being written locks its seller.
    @Test func endingABrowserWaitsForListings() async throws {
        let settings = try await newMarket()
        let store = try await PostgresProductStore(settings: settings)
        let product = try await store.sampleProduct()
        try await store.giveRight(for: product.id, to: laptop, at: moment)
        let (other, probe) = (try PostgresConnection(settings), try PostgresConnection(settings))
        try other.script("BEGIN; UPDATE vendor SET name = name WHERE id = \(product.vendor.id.rawValue)")
        let proof = try #require(try await store.trustingAuthenticator.browser(laptop))
        async let isEnded = store.endBrowser(laptop.digest, of: proof)
        try await wait { try probe.waitingCount() == 1 }
        try other.script("COMMIT")
        #expect(try await isEnded)
        let last = try probe.firstRow(
            "SELECT last_proving_product_id FROM vendor WHERE id = \(product.vendor.id.rawValue)"
        ) {
            try $0.count(0)
        }
        #expect(last == product.id.rawValue)
        try await store.close()
    }

    /// All guests share one seller, which has no identifier that anybody could keep.
    @Test func endingABrowserWaitsForNoGuest() async throws {
        let settings = try await newMarket()
        let store = try await PostgresProductStore(settings: settings)
        let product = try await store.add(sampleProduct(of: Vendor.guestID))
        try await store.giveRight(for: product.id, to: laptop, at: moment)
        let other = try PostgresConnection(settings)
        try other.script("BEGIN; SELECT id FROM vendor WHERE id = \(Vendor.guestID.rawValue) FOR SHARE")
        let proof = try #require(try await store.trustingAuthenticator.browser(laptop))
        #expect(try await store.endBrowser(laptop.digest, of: proof))
        try other.script("COMMIT")
        try await store.close()
    }
}
