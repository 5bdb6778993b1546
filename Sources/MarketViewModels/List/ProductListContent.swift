public import MarketAPI
import MarketModels

/// The loaded content of a list. It contains no product twice.
public struct ProductListContent: Hashable, Sendable {
    /// The loaded products, in list order.
    public private(set) var products: [ListedProduct] = []
    /// The number of products in the whole list; a lower bound if ``isTotalCapped``.
    public private(set) var total: Int
    /// Whether ``total`` is only a lower bound.
    public private(set) var isTotalCapped: Bool
    /// The text that was searched instead because a word, taken for a typo, had no match. Nil if the requested text was
    /// searched.
    public let correctedSearch: String?
    /// The state of paging at the end of the list.
    public internal(set) var pagination: PaginationState

    private var ids: Set<Product.ID> = []

    init(_ response: ProductListResponse, _ products: [ListedProduct]) {
        total = response.totalCount
        isTotalCapped = response.isTotalCapped
        correctedSearch = response.correctedQuery
        pagination = PaginationState(cursor: response.nextCursor)
        append(products)
    }

    func contains(_ id: Product.ID) -> Bool { ids.contains(id) }

    /// Appends the next page.
    ///
    /// - Parameters:
    ///   - response: The response with the page.
    ///   - products: The products of the response, after local changes were applied.
    ///   - cursor: The requested cursor. A response with the same cursor ends the list, because it would never end
    ///     otherwise.
    mutating func append(_ response: ProductListResponse, _ products: [ListedProduct], after cursor: String) {
        append(products)
        total = response.totalCount
        isTotalCapped = response.isTotalCapped
        pagination = response.nextCursor == cursor ? .end : PaginationState(cursor: response.nextCursor)
    }

    /// Appends products. One that is loaded already keeps its position: in a list by price it may appear again at a
    /// higher price.
    private mutating func append(_ more: [ListedProduct]) {
        for product in more {
            if ids.insert(product.id).inserted {
                products.append(product)
            } else {
                update(product)
            }
        }
    }

    /// Replaces a product with a newer state in place.
    mutating func update(_ product: ListedProduct) {
        guard contains(product.id), let place = products.firstIndex(where: { $0.id == product.id }),
            products[place].version <= product.version
        else { return }
        products[place] = product
    }

    mutating func remove(_ id: Product.ID) {
        guard ids.remove(id) != nil else { return }
        products.removeAll { $0.id == id }
        total = max(0, total - 1)
    }

    /// Inserts a new product into a list sorted by newest, unless its position is below the loaded rows: then a later
    /// page contains it.
    mutating func insertNewest(_ product: ListedProduct) {
        guard pagination == .end || products.last.map({ $0.id < product.id }) ?? false,
            ids.insert(product.id).inserted
        else { return }
        products.insert(product, at: products.firstIndex { $0.id < product.id } ?? products.endIndex)
        total += 1
    }
}
