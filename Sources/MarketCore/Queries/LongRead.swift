public import MarketModels

/// What may take a store long to read, by its kind: for logs, which never show what was searched for.
public enum LongRead: String, Sendable {
    case search
    case searchByPrice = "search by price"
    case listByPrice = "list by price"
    case listInStock = "list of what is in stock"
    case longPage = "long page"
}

extension ProductQuery {
    /// What there is to be read, where it may take more than some hundred microseconds; nil for an ordinary page.
    public var longRead: LongRead? {
        if search != nil { return order.isByPrice ? .searchByPrice : .search }
        if order.isByPrice { return .listByPrice }
        if isInStock { return .listInStock }
        return size > (includesDescriptions || includesPictures ? 50 : 200) ? .longPage : nil
    }
}
