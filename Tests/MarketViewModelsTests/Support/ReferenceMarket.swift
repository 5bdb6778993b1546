import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// A market in memory, with lists just as API.md describes them: each page goes on exactly behind the last product of
/// the one before, whatever was added or deleted meanwhile.
@MainActor
final class ReferenceMarket: MarketCalls, Seller {
    /// Made once: the addresses of pictures take longer than all the rest.
    private static let images = Samples.images([1])

    /// Always sorted, so that ten thousand walks take seconds.
    private var products: [ProductListRequest.Order: [ListedProduct]] = [:]
    private var count: Int64 = 0

    // MARK: Seller

    func add() -> DetailedProduct {
        count += 1
        let product = DetailedProduct(
            id: Samples.id(count),
            vendor: Vendor(id: Vendor.ID(rawValue: count % 4), name: "민수", createdAt: Samples.moment),
            listing: Listing(
                name: count.isMultiple(of: 2) ? "의자" : "책",
                description: "",
                // Several have the same price.
                pricing: Samples.pricing(1000 + count * 7 % 5),
                stock: count % 3
            ),
            images: Self.images,
            thumbnail: Self.images[0].thumbnail,
            registeredAt: Samples.moment,
            updatedAt: Samples.moment,
            version: 1
        )
        let listed = product.listed
        for order in ProductListRequest.Order.allCases {
            // Nothing is newer than what has just been listed.
            let place = order == .newest ? 0 : products[order]?.firstIndex { order.puts(listed, before: $0) }
            products[order, default: []].insert(listed, at: place ?? products[order, default: []].count)
        }
        return product
    }

    func delete(_ id: Product.ID) {
        for order in ProductListRequest.Order.allCases { products[order]?.removeAll { $0.id == id } }
    }

    // MARK: Lists

    func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListAnswer {
        let all = products[request.order, default: []].filter { request.admits($0) }
        let place = request.cursor.map { Place($0) }
        let rest = all.drop { product in place.map { !request.order.puts($0, before: Place(product)) } ?? false }
        let page = rest.prefix(request.size)
        return ProductListAnswer(
            products: Array(page),
            totalCount: all.count,
            nextCursor: rest.count > page.count
                ? page.last.map { "\($0.pricing.bargain.minorUnits):\($0.id.rawValue)" } : nil
        )
    }

    // MARK: What lists don't need

    func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct { throw Samples.gone }
    func contact(of id: Product.ID) async throws(MarketClientError) -> String? { throw Samples.gone }
    func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        throw Samples.gone
    }
    func delete(_ id: Product.ID, secret: String) async throws(MarketClientError) { throw Samples.gone }
    func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct { throw Samples.gone }
    func edit(
        _ id: Product.ID,
        _ edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct { throw Samples.gone }
}

extension ProductListRequest {
    /// Whether a product belongs in the list.
    func admits(_ product: ListedProduct) -> Bool {
        (search.isEmpty || product.name.contains(search)) && (!isInStock || product.stock > 0)
            && (vendor == nil || product.vendorID == vendor)
    }
}

/// Where a product stands in a list, whether or not it is still there.
private struct Place {
    let amount: Int64
    let id: Int64

    init(_ product: ListedProduct) {
        amount = product.pricing.bargain.minorUnits
        id = product.id.rawValue
    }

    /// - Parameter cursor: one that the market has made.
    init(_ cursor: String) {
        let parts = cursor.split(separator: ":")
        amount = Int64(parts[0]) ?? 0
        id = Int64(parts[1]) ?? 0
    }
}

extension ProductListRequest.Order {
    /// The order of a list; ties go to the newest.
    func puts(_ one: ListedProduct, before other: ListedProduct) -> Bool {
        puts(Place(one), before: Place(other))
    }

    fileprivate func puts(_ one: Place, before other: Place) -> Bool {
        switch self {
        case .cheapest where one.amount != other.amount: one.amount < other.amount
        case .dearest where one.amount != other.amount: one.amount > other.amount
        case .newest, .cheapest, .dearest: one.id > other.id
        }
    }
}
