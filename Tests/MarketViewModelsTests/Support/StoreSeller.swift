import MarketAPI
import MarketClient
import MarketCore
import MarketModels
import Synchronization
import TestMarkets

/// Lists and deletes directly in the store of the real market: the server must notice these changes like any others,
/// and no images have to be generated.
final class StoreSeller: Seller {
    private let store: any ProductStore
    private let clock: TestClock
    private let calls: any MarketService
    private let vendor: Vendor.ID
    private let count = Mutex<Int64>(0)

    init(_ market: OpenTestMarket, _ calls: any MarketService) async throws {
        store = market.store
        clock = market.clock
        self.calls = calls
        guard let identifier = VendorIdentifier("walker") else { throw CancellationError() }
        let vendor = NewVendor(identifier: identifier, name: "민수", createdAt: clock.now)
        guard let added = try await store.addVendor(vendor) else { throw CancellationError() }
        self.vendor = added.id
    }

    func add() async throws -> DetailedProduct {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try await add(
            Listing(
                name: number.isMultiple(of: 2) ? "의자" : "책",
                description: "",
                // Some have the same price.
                pricing: Samples.pricing(1000 + number * 7 % 5),
                stock: number % 3
            )
        )
    }

    func add(_ listing: Listing) async throws -> DetailedProduct {
        let product = try await store.add(
            NewProduct(
                seller: .vendor(vendor),
                listing: listing,
                contact: nil,
                secretHash: SecretHash(rawValue: "none"),
                images: [],
                registeredAt: clock.now
            )
        )
        return try await calls.product(product.id)
    }

    func delete(_ id: Product.ID) async throws {
        _ = try await store.delete(id, at: clock.now)
    }
}
