import MarketModels
import Testing

@testable import MarketSQLite

/// The order by sale price, whichever index it is read from.
struct PriceOrderTests {
    private static let currencies: [Currency] = [.usd, .krw]

    private static func products(_ count: Int, amounts: Int64) -> [SharedAmounts.Product] {
        (1...Int64(count)).map { id in
            let amount = id * 7919 % 101 % amounts
            let currency: Currency = id * 31 % 7 < 4 ? .krw : .usd
            return (Product.ID(rawValue: id), Money(minorUnits: amount, currency: currency))
        }
    }

    @Test(arguments: [1, 5, 40], [1, 3])
    func everyStretchIsWhatSortingGives(_ amounts: Int64, _ width: Int64) throws {
        let products = Self.products(60, amounts: amounts)
        let index = SharedAmounts(products: products, width: width)
        for isAscending in [true, false] {
            let sorted = products.sorted { one, other in
                let places = [one, other].compactMap { Self.currencies.firstIndex(of: $0.amount.currency) }
                if places[0] != places[1] { return places[0] < places[1] }
                let (left, right) = (one.amount.minorUnits, other.amount.minorUnits)
                return left == right ? one.id > other.id : isAscending == (left < right)
            }
            for limit in [1, 2, 7, 60, 100] {
                for (place, product) in ([nil] + sorted.map { $0 }).enumerated() {
                    let cursor = product.map { PriceCursor(firstCurrency: .usd, amount: $0.amount, id: $0.id) }
                    let ids = try index.ids(in: Self.currencies, behind: cursor, isAscending: isAscending, limit: limit)
                    #expect(ids == sorted.dropFirst(place).prefix(limit).map(\.id))
                }
            }
        }
    }
}

/// An index that can't tell neighbouring amounts apart.
private struct SharedAmounts: PriceOrderedProducts {
    typealias Product = (id: MarketModels.Product.ID, amount: Money)

    let products: [Product]
    /// The number of amounts in a group.
    let width: Int64

    func group(of amount: Money) -> Int64 { amount.minorUnits / width }
    func isExact(_ group: Int64) -> Bool { width == 1 }

    func products(in currency: Currency, behind bound: Int64?, isAscending: Bool, limit: Int) -> [(
        group: Int64, id: MarketModels.Product.ID
    )] {
        let rows = products.filter { $0.amount.currency == currency }.map { (group: group(of: $0.amount), id: $0.id) }
            .sorted { ($0.group, $0.id) < ($1.group, $1.id) }
        let ordered = isAscending ? rows : rows.reversed()
        return Array(
            ordered.filter { row in bound.map { isAscending ? row.group > $0 : row.group < $0 } ?? true }.prefix(limit)
        )
    }

    func members(
        of group: Int64,
        in currency: Currency,
        behind cursor: PriceCursor?,
        isAscending: Bool,
        limit: Int
    ) -> [MarketModels.Product.ID] {
        func comes(_ one: Product, before other: Product) -> Bool {
            let (left, right) = (one.amount.minorUnits, other.amount.minorUnits)
            return left == right ? one.id > other.id : isAscending == (left < right)
        }
        return products.filter { $0.amount.currency == currency && self.group(of: $0.amount) == group }
            .filter { product in cursor.map { comes(($0.id, $0.amount), before: product) } ?? true }
            .sorted(by: comes).prefix(limit).map(\.id)
    }
}
