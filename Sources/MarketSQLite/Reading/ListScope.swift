internal import MarketCore
internal import MarketModels

/// The part of the products that an unfiltered list reads, and the index that has exactly these. While a market has
/// nothing to leave out, its lists are read without partial indexes, which is fastest.
enum ListScope: CaseIterable {
    /// All products. Also the whole list, while nothing has to be left out.
    case everything
    /// The products that lists show.
    case listed
    /// The products that lists show, in won and dollars.
    case listedWonAndDollar

    /// The index, as a clause after the table, and the condition that makes SQLite accept it.
    func clauses(ofVendor: Bool, alias: String = "") -> (index: String, condition: String) {
        switch self {
        case .everything: ("", "")
        case .listed:
            (
                " INDEXED BY \(ofVendor ? "product_listed_by_vendor" : "product_listed")",
                "\(alias)is_listed = 1 AND "
            )
        case .listedWonAndDollar:
            (
                " INDEXED BY \(ofVendor ? "product_listed_by_vendor_krw_usd" : "product_listed_krw_usd")",
                "\(alias)is_listed = 1 AND \(alias)currency IN ('KRW', 'USD') AND "
            )
        }
    }
}

/// The stored numbers of products in unfiltered lists, of the market or of a vendor.
struct ProductCounts {
    /// The number of products that lists show.
    let listed: Int64
    /// The number of those in won and dollars.
    let listedWonAndDollar: Int64
    /// The number of products that lists don't show.
    let unlisted: Int64

    static let none = ProductCounts(listed: 0, listedWonAndDollar: 0, unlisted: 0)

    /// Reads three adjacent columns: `product_count`, `krw_usd_count` and `unlisted_count`.
    init(_ row: StatementRow, from column: Int32) throws {
        self.init(
            listed: try row.count(column),
            listedWonAndDollar: try row.count(column + 1),
            unlisted: try row.count(column + 2)
        )
    }

    private init(listed: Int64, listedWonAndDollar: Int64, unlisted: Int64) {
        self.listed = listed
        self.listedWonAndDollar = listedWonAndDollar
        self.unlisted = unlisted
    }

    /// Whether a list has to leave out products because of their currency.
    func leavesOutCurrencies(_ scope: CurrencyScope) -> Bool { scope == .wonAndDollar && listedWonAndDollar < listed }

    /// Returns the scope in which to read an unfiltered list, and the number of its products.
    func scope(of query: ProductQuery) -> (scope: ListScope, total: Int64) {
        if query.includesUnlisted, query.vendor != nil { return (.everything, listed + unlisted) }
        if leavesOutCurrencies(query.currencyScope) { return (.listedWonAndDollar, listedWonAndDollar) }
        return (unlisted == 0 ? .everything : .listed, listed)
    }
}
