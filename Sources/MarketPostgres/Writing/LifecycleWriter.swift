internal import MarketCore
internal import MarketModels

/// A writer that changes the states of listings within a transaction.
struct LifecycleWriter {
    let connection: PostgresConnection

    private var products: ProductWriter { ProductWriter(connection: connection) }

    func replace(_ edit: LifecycleEdit) throws -> EditOutcome {
        guard let before = try products.locked(edit.id) else { return .gone }
        guard before.version == edit.expectedVersion else { return .conflict(before) }
        if try connection.reports.lock(of: edit.id) != nil { return .locked }
        if try keepsHidden(before, against: edit.lifecycle) { return .held }
        if before.lifecycle == edit.lifecycle { try connection.reports.stayHidden(before.id) }
        let after = try write(edit.lifecycle, of: before, at: edit.changedAt)
        if case .set(let note) = edit.note, case .reserved = edit.lifecycle.state {
            try connection.execute(
                "UPDATE product_detail SET reservation_note = $1 WHERE product_id = $2",
                [note, edit.id.rawValue]
            )
        }
        try ChangeWriter(connection: connection).raiseRevision()
        return .saved(after, released: [])
    }

    /// Changes what has become due, and ends reductions, at most `limit` products in all. What another process changes at
    /// the same time is left to it.
    ///
    /// - Returns: the number of products that were changed.
    func advance(to now: Timestamp, by rules: LifecycleRules, limit: Int) throws -> Int {
        var count = 0
        for id in try due(at: now, by: rules, limit: limit) {
            guard let product = try products.locked(id), let next = product.lifecycle.advanced(to: now, by: rules)
            else { continue }
            _ = try write(next, of: product, at: now)
            count += 1
        }
        let prices = PriceWriter(connection: connection)
        count += try prices.endReductions(of: prices.endedReductions(at: now, limit: limit - count))
        count += try connection.reports.endHolds(at: now, limit: limit - count)
        count += try connection.reports.advanceBlocks(limit: limit - count, at: now)
        if count > 0 { try ChangeWriter(connection: connection).raiseRevision() }
        return count
    }

    /// Returns the products whose state the passing of time changes, the earliest first of each kind.
    func due(at now: Timestamp, by rules: LifecycleRules, limit: Int) throws -> [Product.ID] {
        var ids: [Product.ID] = []
        var kinds = [
            (Self.endedReservations, now), (Self.listedSales, rules.latestUnlistedSale(at: now)),
        ]
        if rules.lifetimeDays != nil { kinds.append((Self.endedLifetimes, now)) }
        for (sql, latest) in kinds where ids.count < limit {
            try connection.forEachRow(sql, [latest.millisecondsSinceEpoch, limit - ids.count]) { row in
                ids.append(Product.ID(rawValue: try row.positive(0)))
                return true
            }
        }
        return ids
    }

    private static let endedReservations = """
        SELECT id FROM product WHERE state = 1 AND state_time <= $1 ORDER BY state_time LIMIT $2
        """
    private static let listedSales = """
        SELECT id FROM product WHERE state = 2 AND is_listed AND state_time <= $1 ORDER BY state_time LIMIT $2
        """
    private static let endedLifetimes = """
        SELECT id FROM product WHERE state = 0 AND expires_at IS NOT NULL AND expires_at <= $1 \
        ORDER BY expires_at LIMIT $2
        """

    /// Returns whether a product is held, so that it can't get this lifecycle.
    func keepsHidden(_ product: Product, against lifecycle: ListingLifecycle?) throws -> Bool {
        guard let lifecycle, product.state == .hidden, lifecycle.state != .hidden else { return false }
        return try connection.reports.hold(of: product.id) != nil
    }

    /// Gives a product another lifecycle, with everything that follows from it but the revision.
    func write(_ lifecycle: ListingLifecycle, of before: Product, at now: Timestamp) throws -> Product {
        try store(lifecycle, of: before, at: now, raisesVersion: true)
        let after = try products.stored(before.id)
        try SearchWriter(connection: connection).replace(before, with: after)
        return after
    }

    /// Writes the columns of a lifecycle, and for how long the product has been for sale at its price. Triggers maintain
    /// the counts.
    func store(
        _ lifecycle: ListingLifecycle,
        of before: Product,
        at now: Timestamp,
        raisesVersion: Bool = false
    ) throws {
        if before.state.isForSale, !lifecycle.state.isForSale {
            // What expired while no server ran was for sale until then.
            let end = min(now, lifecycle.state.time ?? now)
            try PriceWriter(connection: connection).record(before, until: end)
        }
        let isForSaleAgain = !before.state.isForSale && lifecycle.state.isForSale
        try connection.execute(
            """
            UPDATE product SET state = $1, state_time = $2, is_listed = $3, expires_at = $4, bumped_at = $5,
                version = version + $6, price_since = coalesce($7, price_since) WHERE id = $8
            """,
            [
                lifecycle.state.kind.stored, lifecycle.state.time?.millisecondsSinceEpoch, lifecycle.isListed,
                lifecycle.expiresAt?.millisecondsSinceEpoch, lifecycle.bumpedAt?.millisecondsSinceEpoch,
                raisesVersion ? 1 : 0, isForSaleAgain ? now.millisecondsSinceEpoch : nil, before.id.rawValue,
            ]
        )
        guard lifecycle.state.kind != .reserved else { return }
        try connection.execute(
            """
            UPDATE product_detail SET reservation_note = NULL WHERE product_id = $1 AND reservation_note IS NOT NULL
            """,
            [before.id.rawValue]
        )
    }
}
