public import MarketModels

/// A stretch of one of the market's lists: where the page of a product that was opened from it leads back to.
///
/// With scripts, the way back is the browser's history. Without, links to products say in `from` which list they stand
/// in. It is written here only, so nothing that a link from elsewhere says can come out of it but a list of this market.
public struct ListAddress: Hashable, Sendable {
    public enum List: Hashable, Sendable {
        /// What everybody sells.
        case market
        case seller(Vendor.ID)
        /// What was listed from this browser.
        case mine
    }

    public var list: List
    public var query: ListQuery

    public init(_ list: List = .market, _ query: ListQuery = ListQuery()) {
        self.list = list
        self.query = query
    }

    /// From the leading slash.
    public var path: String { ListQuery.address(root, query.fields) }

    /// The address of its rows alone.
    public var fragmentPath: String { ListQuery.address(root, query.fields + [("fragment", "1")]) }

    private var root: String {
        switch list {
        case .market: "/"
        case .seller(let id): "/sellers/\(id.rawValue)"
        case .mine: "/mine"
        }
    }

    /// What `from` says; nil for the market as everybody first sees it, where every page leads back to anyway.
    public var parameter: String? {
        let name: [(name: String, value: String)] =
            switch list {
            case .market: []
            case .seller(let id): [("seller", String(id.rawValue))]
            case .mine: [("mine", "1")]
            }
        let fields = name + query.fields
        return fields.isEmpty ? nil : String(ListQuery.address("", fields).dropFirst())
    }

    /// The address of a page that leads back to this list.
    public func leadingBack(from path: String, _ fields: [(name: String, value: String)] = []) -> String {
        ListQuery.address(path, fields + (parameter.map { [("from", $0)] } ?? []))
    }
}
