import MarketAPI
import MarketModels

/// What this app has changed itself: answers that were on their way meanwhile don't know of it.
struct KnownChanges {
    private var deleted: Set<Product.ID> = []
    private var newest: [Product.ID: ListedProduct] = [:]
    private var listed: [ListedProduct] = []

    /// How much was listed so far; what is asked for now knows of it.
    var listedCount: Int { listed.count }

    mutating func note(_ change: ProductChange) {
        switch change {
        case .listed(let product):
            listed.append(product.listed)
        case .edited(let product):
            if newest[product.id].map({ $0.version < product.version }) ?? true { newest[product.id] = product.listed }
        case .deleted(let id):
            deleted.insert(id)
            newest[id] = nil
        }
    }

    /// What is left of an answer: without what was deleted, and nothing older than what is known.
    func apply(to products: [ListedProduct], _ filter: ProductFilter) -> [ListedProduct] {
        if deleted.isEmpty, newest.isEmpty { return products }
        return products.compactMap { product in
            guard !deleted.contains(product.id) else { return nil }
            guard let known = newest[product.id], known.version > product.version else { return product }
            return filter.admits(known.vendorID, stock: known.stock) ? known : nil
        }
    }

    /// What was listed since, and is still there.
    func listed(since count: Int) -> [ListedProduct] {
        listed.dropFirst(count).compactMap { deleted.contains($0.id) ? nil : newest[$0.id] ?? $0 }
    }
}
