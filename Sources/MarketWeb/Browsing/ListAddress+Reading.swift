import Hummingbird
import MarketAPI
import MarketModels
import MarketServer

extension ListAddress {
    private static let names = Set<String>(["q", "sort", "in_stock", "page", "cursor", "seller", "mine", "favorites"])
        .union(AttributeFilter.Parameter.allCases.map(\.rawValue))

    /// Parses the `from` parameter of a link or a form. Text that doesn't name a list of this market results in the
    /// main list.
    init(from text: some StringProtocol) {
        self.init()
        guard text.utf8.count <= 1000 else { return }
        let parameters = URLEncodedFields(text)
        guard parameters.pairs.allSatisfy({ Self.names.contains($0.name) }) else { return }
        let query = ListQuery(parameters, currency: .krw)
        if let seller = parameters["seller"] {
            guard let id = Int64(seller), id >= 0 else { return }
            self = ListAddress(list: .seller(Vendor.ID(rawValue: id)), query: ListQuery(page: query.page))
        } else if let state = parameters["mine"] {
            self = ListAddress(list: .mine(OwnProduct.State(rawValue: state)), query: ListQuery(page: query.page))
        } else if parameters["favorites"] != nil {
            self = ListAddress(list: .favorites)
        } else {
            self = ListAddress(list: .market, query: query)
        }
    }
}

extension Request {
    /// The list that led to this page.
    var from: ListAddress { queryFields["from"].map { ListAddress(from: $0) } ?? ListAddress() }
}

extension WebForm {
    /// The list that led to this form.
    var from: ListAddress { self["from"].map { ListAddress(from: $0) } ?? ListAddress() }
}

extension ListQuery {
    /// Reads the query of an address, with the same tolerance as lists of the API.
    ///
    /// - Parameter currency: The currency of prices if the address names none.
    init(_ parameters: URLEncodedFields, currency: Currency) {
        let inStock = parameters["in_stock"] == "1"
        var (filter, unusable) = AttributeFilter.reading(currency: currency) { parameters[$0.rawValue] }
        // What is sold isn't available.
        if inStock { filter.includesSold = false }
        var unreadable: [AttributeFilter.Parameter: String] = [:]
        for parameter in unusable where parameter == .minimumPrice || parameter == .maximumPrice {
            unreadable[parameter] = parameters[parameter.rawValue].map { String($0.prefix(100)) }
        }
        if !unreadable.isEmpty, let currency = parameters["price_currency"]?.uppercased(),
            Currency(rawValue: currency) != nil
        {
            unreadable[.priceCurrency] = currency
        }
        self.init(
            text: parameters["q"].flatMap { ProductSearch($0, in: .nameAndDescription)?.text } ?? "",
            sort: parameters["sort"].flatMap { ProductQuery.Sort(parameter: $0) } ?? .newest,
            inStock: inStock,
            filter: filter,
            unreadable: unreadable,
            page: parameters.page,
            cursor: parameters["cursor"].flatMap { $0.isEmpty ? nil : $0 }
        )
    }
}
