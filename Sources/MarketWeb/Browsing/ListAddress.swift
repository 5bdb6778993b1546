import MarketModels

/// A page of one of the market's lists, to which the page of a product opened from it links back.
///
/// With scripts, the browser's history leads back. Without scripts, links to products contain the list in the parameter
/// `from`. It is always generated and parsed as a list of this market, so links from other sites can't inject other
/// targets.
struct ListAddress: Hashable, Sendable {
    enum List: Hashable, Sendable {
        /// All products of the market.
        case market
        case seller(Vendor.ID)
        /// The user's own listings, made from this browser, in one state or in all.
        case mine(OwnProduct.State?)
        /// The favorites of this browser.
        case favorites
    }

    var list: List = .market
    var query = ListQuery()

    /// The path and query, including the leading slash.
    var path: String { ListQuery.address(root, stateFields + query.fields) }

    /// The path and query of its rows only.
    var fragmentPath: String { ListQuery.address(root, query.fields + [("fragment", "1")]) }

    private var stateFields: [(name: String, value: String)] {
        if case .mine(let state?) = list { [("state", state.rawValue)] } else { [] }
    }

    private var root: String {
        switch list {
        case .market: query.root
        case .seller(let id): "/sellers/\(id.rawValue)"
        case .mine: "/mine"
        case .favorites: "/favorites"
        }
    }

    /// The value of `from`; nil for the first page of the plain market list, which is the default.
    var parameter: String? {
        let name: [(name: String, value: String)] =
            switch list {
            case .market: query.filter.category.map { [("category", $0)] } ?? []
            case .seller(let id): [("seller", String(id.rawValue))]
            case .mine(let state): [("mine", state?.rawValue ?? "1")]
            case .favorites: [("favorites", "1")]
            }
        let fields = name + query.fields
        return fields.isEmpty ? nil : String(ListQuery.address("", fields).dropFirst())
    }

    /// Returns the path of a page that links back to this list.
    func leadingBack(from path: String, _ fields: [(name: String, value: String)] = []) -> String {
        ListQuery.address(path, fields + (parameter.map { [("from", $0)] } ?? []))
    }
}
