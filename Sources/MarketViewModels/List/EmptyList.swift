/// The reasons why a list is empty.
public enum EmptyList: Hashable, Sendable {
    /// Nothing is for sale yet.
    case market
    /// No product matches this search.
    case search(String)
    /// No product matches the filter.
    case filter
    /// The seller has no products for sale.
    case seller

    init(_ filter: ProductFilter) {
        if !filter.search.isEmpty {
            self = .search(filter.search)
        } else if filter.count > 0 {
            self = .filter
        } else {
            self = filter.vendor == nil ? .market : .seller
        }
    }
}
