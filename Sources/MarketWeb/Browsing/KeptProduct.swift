import MarketModels

/// A product that a browser keeps as a favorite, or has shown before.
///
/// As text it is `12-900000-KRW` (id, sale price in minor units, currency), or `12` without a price. A list of them is
/// joined by dots. It is part of addresses and of a cookie, so it consists of letters, digits, `-` and `.` only.
struct KeptProduct: Hashable, Sendable {
    /// The maximum number of products in one request.
    static let maximumCountPerRequest = 50
    /// The maximum number of favorites of a browser without scripts, which keeps them in a cookie of at most 4 KB.
    static let maximumCountInCookie = 100

    let id: Product.ID
    /// The sale price when the product was kept; nil if it isn't known.
    var price: Money?
}

extension KeptProduct {
    /// Parses one product.
    ///
    /// - Returns: nil for anything else. A malformed price is left out.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard let first = parts.first, let id = Int64(first), id >= 0, text.utf8.count <= 64 else { return nil }
        var price: Money?
        if parts.count == 3, let amount = Int64(parts[1]), 0...Money.maximumMinorUnits ~= amount,
            let currency = Currency(rawValue: String(parts[2]))
        {
            price = Money(minorUnits: amount, currency: currency)
        }
        self.init(id: Product.ID(rawValue: id), price: price)
    }

    var text: String {
        price.map { "\(id.rawValue)-\($0.minorUnits)-\($0.currency.rawValue)" } ?? String(id.rawValue)
    }

    /// Parses a list. Whatever can't be read is left out, and a product occurs only once.
    static func list(from text: some StringProtocol, limit: Int) -> [KeptProduct] {
        var seen: Set<Product.ID> = []
        var products: [KeptProduct] = []
        for part in text.split(separator: ".") {
            guard products.count < limit else { break }
            if let product = KeptProduct(part), seen.insert(product.id).inserted { products.append(product) }
        }
        return products
    }

    static func text(of products: some Sequence<KeptProduct>) -> String {
        products.map(\.text).joined(separator: ".")
    }
}
