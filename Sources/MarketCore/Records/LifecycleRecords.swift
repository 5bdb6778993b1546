package import MarketModels

/// The states of listings.
package struct LifecycleRecords<Connection: RecordConnection> {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Changes what has become due, and ends reductions, at most `limit` products in all. What another process changes at
    /// the same time is left to it.
    ///
    /// - Returns: the number of products that were changed.
    package func advance(to now: Timestamp, by rules: LifecycleRules, limit: Int) throws -> Int {
        var count = 0
        for id in try due(at: now, by: rules, limit: limit) {
            guard let product = try connection.lockedProduct(id),
                let next = product.lifecycle.advanced(to: now, by: rules)
            else {
                if Connection.hasOtherWriters { continue }
                throw CorruptRowError(reason: "product \(id.rawValue) is due and can't be advanced")
            }
            try write(next, of: product, at: now)
            count += 1
        }
        let prices = connection.prices
        count += try prices.endReductions(of: prices.endedReductions(at: now, limit: limit - count), at: now)
        count += try connection.reports.endHolds(at: now, limit: limit - count)
        count += try connection.reports.endBlocks(limit: limit - count, at: now)
        count += try connection.reports.advanceBlocks(limit: limit - count, at: now)
        if count > 0 { try connection.raiseRevision() }
        return count
    }

    /// Returns the products whose state the passing of time changes, the earliest first of each kind.
    package func due(at now: Timestamp, by rules: LifecycleRules, limit: Int) throws -> [Product.ID] {
        var ids: [Product.ID] = []
        var kinds = [
            ("product_reserved", "state = 1", "state_time", now),
            (
                "product_sold_and_listed", "state = 2 AND \(Connection.isListed)", "state_time",
                rules.latestUnlistedSale(at: now)
            ),
        ]
        if rules.lifetimeDays != nil {
            kinds.append(("product_expiring", "state = 0 AND expires_at IS NOT NULL", "expires_at", now))
        }
        for (index, condition, time, latest) in kinds where ids.count < limit {
            ids += try connection.all(
                """
                SELECT id FROM product\(Connection.indexed(by: index)) WHERE \(condition) AND \(time) <= $1
                ORDER BY \(time) LIMIT $2
                """,
                [.integer(latest.millisecondsSinceEpoch), .integer(Int64(limit - ids.count))]
            ) { Product.ID(rawValue: try $0.positive(0)) }
        }
        return ids
    }

    /// Returns whether a product is held, so that it can't get this lifecycle.
    package func keepsHidden(_ product: Product, against lifecycle: ListingLifecycle?) throws -> Bool {
        guard let lifecycle, product.state == .hidden, lifecycle.state != .hidden else { return false }
        return try connection.reports.hold(of: product.id) != nil
    }

    /// Gives a product another lifecycle, with everything that follows from it but the revision.
    @discardableResult
    func write(_ lifecycle: ListingLifecycle, of before: Product, at now: Timestamp) throws -> Product {
        try store(lifecycle, of: before, at: now, raisesVersion: true)
        let after = try connection.products.stored(before.id)
        try connection.reindex(before, as: after)
        return after
    }

    /// Writes the columns of a lifecycle, and for how long the product has been for sale at its price. Nothing else that depends
    /// on them is written; triggers maintain the counts.
    package func store(
        _ lifecycle: ListingLifecycle,
        of before: Product,
        at now: Timestamp,
        raisesVersion: Bool = false
    ) throws {
        if before.state.isForSale, !lifecycle.state.isForSale {
            // What expired while no server ran was for sale until then.
            try connection.prices.record(before, until: min(now, lifecycle.state.time ?? now))
        }
        let isForSaleAgain = !before.state.isForSale && lifecycle.state.isForSale
        try connection.execute(
            """
            UPDATE product SET state = $1, state_time = $2, is_listed = \(lifecycle.isListed.condition), expires_at = $3,
                bumped_at = $4, version = version + $5, price_since = coalesce($6, price_since) WHERE id = $7
            """,
            [
                .integer(lifecycle.state.kind.stored), .init(lifecycle.state.time?.millisecondsSinceEpoch),
                .init(lifecycle.expiresAt?.millisecondsSinceEpoch), .init(lifecycle.bumpedAt?.millisecondsSinceEpoch),
                .integer(raisesVersion ? 1 : 0), isForSaleAgain ? .integer(now.millisecondsSinceEpoch) : .null,
                .integer(before.id.rawValue),
            ]
        )
        guard lifecycle.state.kind != .reserved else { return }
        try connection.execute(
            "UPDATE product_detail SET reservation_note = NULL WHERE product_id = $1 AND reservation_note IS NOT NULL",
            [.integer(before.id.rawValue)]
        )
    }
}
