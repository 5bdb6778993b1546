internal import MarketModels

/// Something that has products by currency and by what is paid: an index of `product`, or of searched texts.
///
/// Products of one amount, or of amounts that the index can't tell apart, make a group.
protocol PricedProducts {
    associatedtype Group: Equatable

    /// Products of a currency by amount and id, both ascending or both descending.
    ///
    /// - Parameter bound: only what lies behind this group.
    func products(in currency: Currency, behind bound: Group?, isAscending: Bool, limit: Int) throws -> [(
        group: Group, id: Product.ID
    )]

    func group(of amount: Money) -> Group
    /// Whether all products of a group have the same amount.
    func isExact(_ group: Group) -> Bool

    /// The products of a group as lists have them: by amount, of equal ones the newest first.
    func members(
        of group: Group,
        in currency: Currency,
        behind cursor: PriceCursor?,
        isAscending: Bool,
        limit: Int
    ) throws -> [Product.ID]
}

extension PricedProducts {
    /// Products by what is paid, currency after currency.
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
            // The last group may go on behind the limit, and the newest of it with it.
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
