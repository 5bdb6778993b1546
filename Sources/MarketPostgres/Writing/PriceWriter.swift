internal import MarketCore
internal import MarketModels

/// A writer of the prices at which products were for sale, within a transaction, and a source of the reductions that
/// follow. The columns of `product` are written by those who change it, except at the end of a reduction.
struct PriceWriter {
    let connection: PostgresConnection

    /// Records that the sale price of a product changes now. Another currency begins a new history.
    ///
    /// - Parameter before: the product as it is stored.
    /// - Returns: the reduction to show from now on, or nil for none.
    func change(_ before: Product, to price: Money, at now: Timestamp) throws -> PriceReduction? {
        let old = before.listing.pricing.salePrice
        guard old.currency == price.currency else {
            try replace(history(of: before.id), by: PriceHistory(), of: before.id)
            return nil
        }
        return try record(before, until: now).reduction(
            from: old,
            to: price,
            at: now,
            listedAt: before.registeredAt,
            current: before.reduction
        )
    }

    /// Records until when a product has been for sale at its price.
    ///
    /// - Parameter before: the product as it is stored. If it isn't for sale, nothing has to be recorded.
    /// - Returns: the history with this time.
    @discardableResult
    func record(_ before: Product, until end: Timestamp) throws -> PriceHistory {
        let stored = try history(of: before.id)
        guard before.state.isForSale else { return stored }
        let since = try connection.firstRow("SELECT price_since FROM product WHERE id = $1", [before.id.rawValue]) {
            try $0.optionalTimestamp(0)
        }
        let history = stored.adding(
            PriceHistory.Period(
                amount: before.listing.pricing.salePrice.minorUnits,
                begin: (since ?? nil) ?? before.updatedAt,
                end: end
            )
        )
        .trimmed(at: end)
        try replace(stored, by: history, of: before.id)
        return history
    }

    private func history(of id: Product.ID) throws -> PriceHistory {
        var periods: [PriceHistory.Period] = []
        try connection.forEachRow(
            "SELECT amount, begin_at, end_at FROM price_period WHERE product_id = $1 ORDER BY begin_at",
            [id.rawValue]
        ) { row in
            periods.append(
                PriceHistory.Period(amount: try row.count(0), begin: try row.timestamp(1), end: try row.timestamp(2))
            )
            return true
        }
        return PriceHistory(periods)
    }

    /// Deletes the stored periods that a history doesn't have any more, which are the first ones, and inserts those that
    /// aren't stored.
    private func replace(_ stored: PriceHistory, by history: PriceHistory, of id: Product.ID) throws {
        if let first = stored.periods.first, first != history.periods.first {
            let begin = history.periods.first?.begin.millisecondsSinceEpoch ?? Int64.max
            try connection.execute(
                "DELETE FROM price_period WHERE product_id = $1 AND begin_at < $2",
                [id.rawValue, begin]
            )
        }
        for period in history.periods where !stored.periods.contains(period) {
            try connection.execute(
                "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES ($1, $2, $3, $4)",
                [
                    id.rawValue, period.begin.millisecondsSinceEpoch, period.end.millisecondsSinceEpoch,
                    period.amount,
                ]
            )
        }
    }
}

// MARK: The end of reductions

extension PriceWriter {
    /// Returns products whose reductions have been shown long enough, the earliest first. One from the future, made while
    /// a clock was wrong, ends too.
    func endedReductions(at now: Timestamp, limit: Int) throws -> [Product.ID] {
        guard limit > 0 else { return [] }
        var ids: [Product.ID] = []
        // An edit may be a little later than the moment for which this is called.
        let bounds = [
            (Self.oldReductions, now.adding(days: -PriceReduction.shownDays)),
            (Self.laterReductions, now.adding(days: 1)),
        ]
        for (sql, bound) in bounds where ids.count < limit {
            try connection.forEachRow(sql, [bound.millisecondsSinceEpoch, limit - ids.count]) { row in
                ids.append(Product.ID(rawValue: try row.positive(0)))
                return true
            }
        }
        return ids
    }

    private static let oldReductions = """
        SELECT id FROM product WHERE reduced_at IS NOT NULL AND reduced_at <= $1 ORDER BY reduced_at LIMIT $2
        """
    private static let laterReductions = """
        SELECT id FROM product WHERE reduced_at IS NOT NULL AND reduced_at > $1 ORDER BY reduced_at LIMIT $2
        """

    /// Ends reductions. It doesn't count as an edit, but raises the versions, so that cached responses end.
    ///
    /// - Returns: the number of products whose reduction was ended.
    func endReductions(of ids: [Product.ID]) throws -> Int {
        guard !ids.isEmpty else { return 0 }
        return try connection.execute(
            """
            UPDATE product SET version = version + 1, reduced_from = NULL, reduced_at = NULL
            WHERE id = ANY ($1) AND reduced_at IS NOT NULL
            """,
            [ids.map(\.rawValue)]
        )
    }
}
