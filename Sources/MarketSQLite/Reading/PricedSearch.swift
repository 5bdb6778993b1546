internal import GRDB
internal import MarketCore
internal import MarketModels

/// The results of a search, ordered by price.
struct PricedSearch: PriceOrderedProducts {
    let reader: SearchReader
    /// The FTS5 query.
    let expression: String
    var bounds: PriceBounds?

    func products(in currency: Currency, behind bound: AmountGroup?, isAscending: Bool, limit: Int) throws -> [(
        group: AmountGroup, id: Product.ID
    )] {
        guard var range = rows(in: currency) else { return [] }
        // A cursor can name a group that is out of bounds.
        if let rows = bound?.rows {
            let first = isAscending ? max(range.lowerBound, rows.upperBound + 1) : range.lowerBound
            let last = isAscending ? range.upperBound : min(range.upperBound, rows.lowerBound - 1)
            guard first <= last else { return [] }
            range = first...last
        }
        guard let bounds else {
            return try reader.rows(expression, in: range, isAscending: isAscending, limit: limit)
                .map { ($0.group, $0.id) }
        }
        // Only the outermost groups can have prices that are out of bounds.
        let edges = [bounds.amounts.lowerBound, bounds.amounts.upperBound]
            .map { AmountGroup(of: Money(minorUnits: $0, currency: currency)) }.filter { !$0.isExact }
        var wanted = limit
        while true {
            let rows = try reader.rows(expression, in: range, isAscending: isAscending, limit: wanted)
            let kept = try rows.filter { try !edges.contains($0.group) || bounds.amounts.contains(amount(of: $0.id)) }
            if kept.count >= limit || rows.count < wanted { return kept.prefix(limit).map { ($0.group, $0.id) } }
            wanted *= 2
        }
    }

    /// Returns the rows of a currency, as far as they can be within bounds, or nil if none can be.
    private func rows(in currency: Currency) -> ClosedRange<Int64>? {
        guard let bounds else { return AmountKey.rows(in: currency) }
        guard bounds.currency ?? currency == currency, bounds.amounts.lowerBound >= 0 else { return nil }
        let edges = [bounds.amounts.lowerBound, bounds.amounts.upperBound]
            .map { AmountGroup(of: Money(minorUnits: $0, currency: currency)).rows }
        return edges[0].lowerBound...edges[1].upperBound
    }

    func group(of amount: Money) -> AmountGroup { AmountGroup(of: amount) }
    func isExact(_ group: AmountGroup) -> Bool { group.isExact }

    func members(
        of group: AmountGroup,
        in currency: Currency,
        behind cursor: PriceCursor?,
        isAscending: Bool,
        limit: Int
    ) throws -> [Product.ID] {
        guard let range = self.rows(in: currency), group.rows.overlaps(range) else { return [] }
        guard group.isExact else {
            return try sorted(members: group, behind: cursor, isAscending: isAscending, limit: limit)
        }
        var rows = group.rows
        if let cursor {
            guard let last = group.rowID(before: cursor.id) else { return [] }
            rows = rows.lowerBound...last
        }
        return try reader.rows(expression, in: rows, isAscending: false, limit: limit).map(\.id)
    }

    /// Returns the members of a group with several prices, which requires reading the whole group.
    private func sorted(
        members group: AmountGroup,
        behind cursor: PriceCursor?,
        isAscending: Bool,
        limit: Int
    ) throws -> [Product.ID] {
        let members = try reader.rows(expression, in: group.rows, isAscending: false, limit: .max).map { key in
            (id: key.id, amount: try amount(of: key.id))
        }.filter { bounds?.amounts.contains($0.amount) ?? true }
        func comes(_ one: (id: Product.ID, amount: Int64), before other: (id: Product.ID, amount: Int64)) -> Bool {
            if one.amount != other.amount { return isAscending == (one.amount < other.amount) }
            return one.id > other.id
        }
        let sorted = members.sorted(by: comes)
        let place = cursor.map { (id: $0.id, amount: $0.amount.minorUnits) }
        return sorted.drop { member in place.map { !comes($0, before: member) } ?? false }.prefix(limit).map(\.id)
    }

    private func amount(of id: Product.ID) throws -> Int64 {
        let amount = try reader.database.firstRow("SELECT amount FROM product WHERE id = ?1", id.rawValue) {
            try $0.count(0)
        }
        guard let amount else {
            throw CorruptRowError(reason: "product \(id.rawValue) is searched for and isn't there", isDerived: true)
        }
        return amount
    }
}
