import MarketAPI
import MarketModels
import MarketViewModels
import UIKit

typealias ListSnapshot = NSDiffableDataSourceSnapshot<ListSection, ListItem>

/// What the collection view of a list shows for a state of its model.
@MainActor
struct ListContent {
    /// As many as a screen has room for.
    private static let firstPlaceholders = 12
    private static let nextPlaceholders = 4

    /// The products by id, as they are shown.
    private(set) var products: [Product.ID: ListedProduct] = [:]
    private(set) var snapshot = ListSnapshot()

    init() {}

    init(_ state: ProductListState, hasNotice: Bool) {
        switch state {
        case .idle, .loading:
            snapshot.appendSections([.products])
            snapshot.appendItems((0..<Self.firstPlaceholders).map { .placeholder($0) }, toSection: .products)
        case .empty, .failed: break
        case .loaded(let content, _): append(content, hasNotice: hasNotice)
        }
    }

    private mutating func append(_ content: ProductListContent, hasNotice: Bool) {
        if hasNotice {
            snapshot.appendSections([.notice])
            snapshot.appendItems([.notice], toSection: .notice)
        }
        snapshot.appendSections([.products])
        snapshot.appendItems(content.products.map { .product($0.id) }, toSection: .products)
        products = Dictionary(content.products.map { ($0.id, $0) }) { first, _ in first }
        switch content.pagination {
        case .more, .loading:
            snapshot.appendItems((0..<Self.nextPlaceholders).map { .placeholder($0) }, toSection: .products)
        case .failed, .end:
            snapshot.appendSections([.end])
            snapshot.appendItems([.end], toSection: .end)
        }
    }

    /// Returns the product of an item; nil for others.
    func product(_ item: ListItem) -> ListedProduct? {
        guard case .product(let id) = item else { return nil }
        return products[id]
    }

    /// Marks what shows something else than before, so that its cell is updated in place.
    ///
    /// - Parameter all: whether all products look different, for example as cards instead of rows.
    mutating func reconfigureChanges(since old: ListContent, all: Bool) {
        let known = Set(old.snapshot.itemIdentifiers)
        snapshot.reconfigureItems(
            snapshot.itemIdentifiers.filter { item in
                guard known.contains(item) else { return false }
                guard case .product(let id) = item else { return true }
                return all || products[id] != old.products[id]
            }
        )
    }
}

/// The sections of a list, from top to bottom.
enum ListSection: Hashable, Sendable {
    case notice
    case products
    case end
}

/// What the cells of a list stand for.
enum ListItem: Hashable, Sendable {
    /// A sentence about the list as a whole: another text was searched, or a refresh failed.
    case notice
    case product(Product.ID)
    /// Room for a product that is being loaded.
    case placeholder(Int)
    /// The end of the list, or a page that failed to load.
    case end
}
