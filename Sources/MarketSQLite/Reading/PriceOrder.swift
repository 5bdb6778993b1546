internal import MarketModels

/// A source of products ordered by currency and price: an index of `product`, or of searched texts.
///
/// Products of the same price, or of prices that the index can't distinguish, form a group.
protocol PriceOrderedProducts {
    associatedtype Group: Equatable

    /// Returns products of a currency by price and id, both ascending or both descending.
    ///
    /// - Parameter bound: the group after which to start; nil for the beginning.
    func products(in currency: Currency, behind bound: Group?, isAscending: Bool, limit: Int) throws -> [(
        group: Group, id: Product.ID
    )]

    func group(of amount: Money) -> Group
    /// Returns whether all products of a group have the same price.
    func isExact(_ group: Group) -> Bool

    /// Returns the products of a group in the order of lists: by price, and the newest first among equal prices.
    func members(
        of group: Group,
        in currency: Currency,
        behind cursor: PriceCursor?,
        isAscending: Bool,
        limit: Int
    ) throws -> [Product.ID]
}

extension PriceOrderedProducts {
    /// Returns products by price, one currency after another.
    func ids(
        in currencies: [Currency],
        behind cursor: PriceCursor?,
        isAscending: Bool,
        limit: Int
    ) throws -> [Product.ID] {
        var ids: [Product.ID] = []
        let start = cursor.flatMap { currencies.firstIndex(of: $0.amount.currency) } ?? 0
        for currency in currencies[start...] where ids.count < limit {
            var bound: Group?
            if let cursor, cursor.amount.currency == currency {
                let group = group(of: cursor.amount)
                ids += try members(
                    of: group,
                    in: currency,
                    behind: cursor,
                    isAscending: isAscending,
                    limit: limit - ids.count
                )
                bound = group
            }
            if ids.count < limit {
                ids += try self.ids(in: currency, behind: bound, isAscending: isAscending, limit: limit - ids.count)
            }
        }
        return ids
    }

    private func ids(
        in currency: Currency,
        behind bound: Group?,
        isAscending: Bool,
        limit: Int
    ) throws -> [Product.ID] {
        let rows = try products(in: currency, behind: bound, isAscending: isAscending, limit: limit)
        var ids: [Product.ID] = []
        var start = rows.startIndex
        while start < rows.endIndex {
            let group = rows[start].group
            let end = rows[start...].firstIndex { $0.group != group } ?? rows.endIndex
            let members = rows[start..<end].map(\.id)
            // The last group may extend beyond the limit, and its newest products come last in ascending order.
            let isWhole = end < rows.endIndex || rows.count < limit
            if isExact(group) && (isWhole || !isAscending) || isWhole && members.count == 1 {
                ids += isAscending ? members.reversed() : members
            } else {
                ids += try self.members(
                    of: group,
                    in: currency,
                    behind: nil,
                    isAscending: isAscending,
                    limit: limit - ids.count
                )
            }
            start = end
        }
        return ids
    }
}
