package import MarketModels

/// The prices at which products were for sale, and the reductions that follow. The columns of `product` are written by those who
/// change it, except at the end of a reduction.
package struct PriceRecords<Connection: RecordConnection> {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Records that the sale price of a product changes now. Another currency begins a new history.
    ///
    /// - Parameter before: the product as it is stored.
    /// - Returns: the reduction to show from now on, or nil for none.
    package func change(_ before: Product, to price: Money, at now: Timestamp) throws -> PriceReduction? {
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
        let since = try connection.first(
            "SELECT price_since FROM product WHERE id = $1",
            [.integer(before.id.rawValue)]
        ) { try $0.optionalTimestamp(0) }
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
        PriceHistory(
            try connection.all(
                "SELECT amount, begin_at, end_at FROM price_period WHERE product_id = $1 ORDER BY begin_at",
                [.integer(id.rawValue)]
            ) {
                PriceHistory.Period(amount: try $0.count(0), begin: try $0.timestamp(1), end: try $0.timestamp(2))
            }
        )
    }

    /// Deletes the stored periods that a history doesn't have any more, which are the first ones, and inserts those that
    /// aren't stored.
    private func replace(_ stored: PriceHistory, by history: PriceHistory, of id: Product.ID) throws {
        if let first = stored.periods.first, first != history.periods.first {
            let begin = history.periods.first?.begin.millisecondsSinceEpoch ?? Int64.max
            try connection.execute(
                "DELETE FROM price_period WHERE product_id = $1 AND begin_at < $2",
                [.integer(id.rawValue), .integer(begin)]
            )
        }
        for period in history.periods where !stored.periods.contains(period) {
            try connection.execute(
                "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES ($1, $2, $3, $4)",
                [
                    .integer(id.rawValue), .integer(period.begin.millisecondsSinceEpoch),
                    .integer(period.end.millisecondsSinceEpoch), .integer(period.amount),
                ]
            )
        }
    }

    // MARK: The end of reductions

    /// Returns products whose reductions have been shown long enough, the earliest first. One from the future, made while
    /// a clock was wrong, ends too.
    package func endedReductions(at now: Timestamp, limit: Int) throws -> [Product.ID] {
        var ids: [Product.ID] = []
        let bounds = Self.boundsOfEnded(at: now)
        for (comparison, bound) in [("<=", bounds.latest), (">", bounds.future)] where ids.count < limit {
            ids += try connection.all(
                """
                SELECT id FROM product\(Connection.indexed(by: "product_reduced"))
                WHERE reduced_at IS NOT NULL AND reduced_at \(comparison) $1 ORDER BY reduced_at LIMIT $2
                """,
                [.integer(bound.millisecondsSinceEpoch), .integer(Int64(limit - ids.count))]
            ) { Product.ID(rawValue: try $0.positive(0)) }
        }
        return ids
    }

    /// Ends reductions, but for those that others have replaced since they were found. It doesn't count as an edit, but raises the
    /// versions, so that cached responses end.
    ///
    /// - Returns: the number of products whose reduction was ended.
    func endReductions(of ids: [Product.ID], at now: Timestamp) throws -> Int {
        let bounds = Self.boundsOfEnded(at: now)
        var count = 0
        for id in ids {
            count += try connection.execute(
                """
                UPDATE product SET version = version + 1, reduced_from = NULL, reduced_at = NULL
                WHERE id = $1 AND (reduced_at <= $2 OR reduced_at > $3)
                """,
                [
                    .integer(id.rawValue), .integer(bounds.latest.millisecondsSinceEpoch),
                    .integer(bounds.future.millisecondsSinceEpoch),
                ]
            )
        }
        return count
    }

    /// When the latest reduction was made that has been shown long enough, and after when one is from the future.
    private static func boundsOfEnded(at now: Timestamp) -> (latest: Timestamp, future: Timestamp) {
        // An edit may be a little later than the moment for which this is called.
        (now.adding(days: -PriceReduction.shownDays), now.adding(days: 1))
    }
}
