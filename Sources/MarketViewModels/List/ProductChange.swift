public import MarketAPI
public import MarketModels

/// A change that this app has made, for the screens that show the product.
public enum ProductChange: Hashable, Sendable {
    /// A product was listed.
    case listed(DetailedProduct)
    /// A product was edited; the value is its new state.
    case edited(DetailedProduct)
    /// A product was deleted.
    case deleted(Product.ID)
}

/// The changes made by this app, which responses to earlier requests don't include.
struct LocalChanges {
    private var deleted: Set<Product.ID> = []
    private var newest: [Product.ID: ListedProduct] = [:]
    private var listed: [ListedProduct] = []

    /// The number of products listed so far. Requests made from now on include them.
    var listedCount: Int { listed.count }

    mutating func record(_ change: ProductChange) {
        switch change {
        case .listed(let product):
            listed.append(product.listed)
        case .edited(let product):
            // It was only hidden.
            deleted.remove(product.id)
            if newest[product.id].map({ $0.version < product.version }) ?? true { newest[product.id] = product.listed }
        case .deleted(let id):
            deleted.insert(id)
            newest[id] = nil
        }
    }

    /// Returns the products of a response without the deleted ones, and with newer states where they are known.
    func apply(to products: [ListedProduct], _ filter: ProductFilter) -> [ListedProduct] {
        if deleted.isEmpty, newest.isEmpty { return products }
        return products.compactMap { product in
            guard !deleted.contains(product.id) else { return nil }
            guard let known = newest[product.id], known.version > product.version else { return product }
            return filter.admits(known) ? known : nil
        }
    }

    /// Returns the products listed after a count that still exist.
    func listed(since count: Int) -> [ListedProduct] {
        listed.dropFirst(count).compactMap { deleted.contains($0.id) ? nil : newest[$0.id] ?? $0 }
    }
}
