import MarketAPI
import MarketClient
import MarketModels

/// An in-memory market with lists as API.md describes them: each page continues exactly after the last product of the
/// previous one, whatever was added or deleted meanwhile.
@MainActor
final class ReferenceMarket: ListService, Seller {
    /// Created once: building the addresses of images takes longer than everything else.
    private static let images = Samples.images([1])

    /// Always sorted, so that ten thousand walks take seconds.
    private var products: [ProductQuery.Sort: [ListedProduct]] = [:]
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
                // Some have the same price, also in another currency.
                pricing: Samples.pricing(1000 + count * 7 % 5, count.isMultiple(of: 5) ? .usd : .krw),
                stock: count % 3
            ),
            images: Self.images,
            thumbnail: Self.images[0].thumbnail,
            registeredAt: Samples.moment,
            updatedAt: Samples.moment,
            version: 1
        )
        let listed = product.listed
        for order in ProductQuery.Sort.allCases {
            // The product listed last is the newest.
            let place = order == .newest ? 0 : products[order]?.firstIndex { order.puts(listed, before: $0) }
            products[order, default: []].insert(listed, at: place ?? products[order, default: []].count)
        }
        return product
    }

    func delete(_ id: Product.ID) {
        for order in ProductQuery.Sort.allCases { products[order]?.removeAll { $0.id == id } }
    }

    // MARK: Lists

    func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListResponse {
        let all = products[request.order, default: []].filter { request.admits($0) }
        let place = request.cursor.map { Place($0) }
        let rest = all.drop { product in place.map { !request.order.puts($0, before: Place(product)) } ?? false }
        let page = rest.prefix(request.size)
        return ProductListResponse(
            products: Array(page),
            totalCount: all.count,
            nextCursor: rest.count > page.count ? page.last.map { Place($0).cursor } : nil
        )
    }
}

extension ProductListRequest {
    /// Returns whether a product belongs in the list.
    func admits(_ product: ListedProduct) -> Bool {
        (search.isEmpty || product.name.contains(search)) && (!isInStock || product.stock > 0)
            && (vendor == nil || product.vendorID == vendor)
    }
}

/// The position of a product in a list, whether or not it still exists.
private struct Place {
    /// In an order by price, currencies follow one another: won first.
    let group: Int64
    let amount: Int64
    let id: Int64

    init(_ product: ListedProduct) {
        group = product.pricing.currency == .krw ? 0 : 1
        amount = product.pricing.salePrice.minorUnits
        id = product.id.rawValue
    }

    var cursor: String { "\(group):\(amount):\(id)" }

    /// - Parameter cursor: one that this market has created.
    init(_ cursor: String) {
        let parts = cursor.split(separator: ":")
        group = Int64(parts[0]) ?? 0
        amount = Int64(parts[1]) ?? 0
        id = Int64(parts[2]) ?? 0
    }
}

extension ProductQuery.Sort {
    /// Returns whether one product precedes another; of equal ones the newest comes first.
    func puts(_ one: ListedProduct, before other: ListedProduct) -> Bool {
        puts(Place(one), before: Place(other))
    }

    fileprivate func puts(_ one: Place, before other: Place) -> Bool {
        switch self {
        case .cheapest where one.group != other.group, .mostExpensive where one.group != other.group:
            one.group < other.group
        case .cheapest where one.amount != other.amount: one.amount < other.amount
        case .mostExpensive where one.amount != other.amount: one.amount > other.amount
        // Nothing is moved to the top in it.
        case .newest, .cheapest, .mostExpensive, .bumped: one.id > other.id
        }
    }
}
