public import MarketModels

/// A kind of read that may take long. It is written to logs, which never contain search terms.
public enum LongRead: String, Sendable {
    case search
    case searchByPrice = "search by price"
    case listByPrice = "list by price"
    case listByBump = "list by move to the top"
    case listInStock = "list of what is in stock"
    case filteredList = "filtered list"
    case longPage = "long page"
}

extension ProductQuery {
    /// The kind of read if it may take more than a few hundred microseconds, or nil for an ordinary page.
    public var longRead: LongRead? {
        if search != nil { return order.isByPrice ? .searchByPrice : .search }
        if !filter.isEmpty { return .filteredList }
        if order.isByPrice { return .listByPrice }
        if order == .bumped { return .listByBump }
        if isInStock { return .listInStock }
        return size > (includesDescriptions || includesImages ? 50 : 200) ? .longPage : nil
    }
}
