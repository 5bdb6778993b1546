internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of the currencies that products have, within one snapshot of the database.
struct CurrencyReader {
    let database: Database

    /// Returns those of some currencies that products have, in the given order. It reads one row for each, so that a list
    /// by price doesn't look for products in every currency there is.
    ///
    /// - Parameter includesSold: whether the sold products that lists don't show any more count, too.
    func present(among currencies: [Currency], includesSold: Bool) throws -> [Currency] {
        guard currencies.count > Currency.usual.count else { return currencies }
        var present = try codes(Self.listed)
        if includesSold { try present += codes(Self.unlistedSales) }
        return currencies.filter { present.contains($0.rawValue) }
    }

    private func codes(_ sql: String) throws -> [String] { try database.records.all(sql, []) { try $0.text(0) } }

    private static let listed = text("product INDEXED BY product_by_amount WHERE is_listed = 1")
    private static let unlistedSales = text(
        "product INDEXED BY \(UnlistedSales.index(ofVendor: false, for: "_by_amount")) WHERE state = 2 AND is_listed = 0"
    )

    /// Returns a statement that looks for the next currency after each that it has found.
    private static func text(_ products: String) -> String {
        """
        WITH RECURSIVE present (currency) AS ( \
        SELECT (SELECT currency FROM \(products) ORDER BY currency LIMIT 1) UNION ALL \
        SELECT (SELECT currency FROM \(products) AND currency > present.currency ORDER BY currency LIMIT 1) \
        FROM present WHERE present.currency IS NOT NULL) SELECT currency FROM present WHERE currency IS NOT NULL
        """
    }
}
