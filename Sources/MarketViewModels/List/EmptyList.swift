/// Why a list has nothing in it.
public enum EmptyList: Hashable, Sendable {
    /// Nothing is for sale yet.
    case market
    /// Nothing has this text in it.
    case search(String)
    /// Nothing fits what was chosen.
    case filter
    /// The seller has nothing for sale.
    case seller

    init(_ filter: ProductFilter) {
        if !filter.search.isEmpty {
            self = .search(filter.search)
        } else if filter.isInStock {
            self = .filter
        } else {
            self = filter.vendor == nil ? .market : .seller
        }
    }
}
