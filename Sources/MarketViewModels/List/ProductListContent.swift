public import MarketAPI
import MarketModels

/// What a list has brought so far. No product is in it twice.
public struct ProductListContent: Hashable, Sendable {
    /// In the order of the list.
    public private(set) var products: [ListedProduct] = []
    /// Of the whole list, loaded or not. Exact, or at least so many if ``isTotalCapped``.
    public private(set) var total: Int
    public private(set) var isTotalCapped: Bool
    /// What the market has searched for instead, where it took a word for a typo because nothing has it; nil where it
    /// was what was asked for.
    public let correctedSearch: String?
    public internal(set) var foot: ListFoot

    private var ids: Set<Product.ID> = []

    init(_ answer: ProductListAnswer, _ products: [ListedProduct]) {
        total = answer.totalCount
        isTotalCapped = answer.isTotalCapped
        correctedSearch = answer.correctedQuery
        foot = ListFoot(cursor: answer.nextCursor)
        append(products)
    }

    func has(_ id: Product.ID) -> Bool { ids.contains(id) }

    /// Puts the next page behind what is there.
    ///
    /// - Parameters:
    ///   - products: what is left of the answer after what this app knows better.
    ///   - cursor: what was asked for. An answer that leads back to it would never come to an end.
    mutating func append(_ answer: ProductListAnswer, _ products: [ListedProduct], after cursor: String) {
        append(products)
        total = answer.totalCount
        isTotalCapped = answer.isTotalCapped
        foot = answer.nextCursor == cursor ? .end : ListFoot(cursor: answer.nextCursor)
    }

    /// A product that is there already keeps its place: in a list by price it may come again, dearer than before.
    private mutating func append(_ more: [ListedProduct]) {
        for product in more {
            if ids.insert(product.id).inserted {
                products.append(product)
            } else {
                update(product)
            }
        }
    }

    /// Takes over a newer state of a product in its place.
    mutating func update(_ product: ListedProduct) {
        guard has(product.id), let place = products.firstIndex(where: { $0.id == product.id }),
            products[place].version <= product.version
        else { return }
        products[place] = product
    }

    mutating func remove(_ id: Product.ID) {
        guard ids.remove(id) != nil else { return }
        products.removeAll { $0.id == id }
        total = max(0, total - 1)
    }

    /// Puts in a new product, in a list of the newest, unless its place is below what is loaded: then it comes by itself.
    mutating func insertNewest(_ product: ListedProduct) {
        guard foot == .end || products.last.map({ $0.id < product.id }) ?? false,
            ids.insert(product.id).inserted
        else { return }
        products.insert(product, at: products.firstIndex { $0.id < product.id } ?? products.endIndex)
        total += 1
    }
}
