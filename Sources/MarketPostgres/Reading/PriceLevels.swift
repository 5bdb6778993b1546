internal import MarketModels

/// The levels of the prices between the beginning of a list by price, or the cursor, and another price. A level is a keyword of
/// the search index.
struct PriceLevels {
    /// The prices of one currency, in minor units; those of `ListOrder.currencies` up to that of the other price.
    private let ranges: [(currency: String, amounts: ClosedRange<Int64>)]

    /// - Parameters:
    ///   - order: the order of a list by price.
    ///   - end: a price that the list contains.
    init(_ order: ListOrder, through end: Money) {
        let currencies = order.currencies.prefix { $0 != end.currency.rawValue } + [end.currency.rawValue]
        ranges = currencies.enumerated().map { place, currency in
            var (least, most): (Int64, Int64) = (0, Money.maximumMinorUnits)
            let first = place == 0 ? order.start?.amount.minorUnits : nil
            let last = place == currencies.count - 1 ? end.minorUnits : nil
            if order.query.order == .cheapest {
                least = first ?? least
                most = last ?? most
            } else {
                most = first ?? most
                least = last ?? least
            }
            return (currency, least...max(least, most))
        }
    }

    /// Returns an expression for the query of the index, like `SearchConditions.keyQuery`. It is NULL if no product has such a
    /// price.
    func keyQuery(_ parameters: inout StatementParameters) -> String {
        let currencies = parameters.add(ranges.map(\.currency))
        let least = parameters.add(ranges.map(\.amounts.lowerBound))
        let most = parameters.add(ranges.map(\.amounts.upperBound))
        // Levels beyond all prices, or of a currency that no product has, would be looked up in each block, and for each match.
        func end(_ function: String) -> String {
            let ends = ["p.is_listed", "p.state = 2 AND NOT p.is_listed"].map { condition in
                "(SELECT \(function)(p.amount) FROM product AS p WHERE p.currency = range.currency AND \(condition))"
            }
            return "\(function == "min" ? "least" : "greatest")(\(ends.joined(separator: ", ")))"
        }
        return """
            (SELECT string_agg('''\(SearchConditions.block)\tlevel:' || range.currency || ':' || level.number || '''', ' | ')
            FROM unnest(\(currencies)::text[], \(least)::bigint[], \(most)::bigint[]) AS range (currency, least, most)
                CROSS JOIN LATERAL (SELECT \(end("min")) AS least, \(end("max")) AS most) AS held
                CROSS JOIN LATERAL generate_series(
                    price_level(greatest(range.least, held.least)), price_level(least(range.most, held.most))
                ) AS level (number)
            WHERE held.least IS NOT NULL)
            """
    }
}
