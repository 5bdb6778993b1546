internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that changes the states of listings within a transaction.
struct LifecycleWriter {
    let database: Database

    func replace(_ edit: LifecycleEdit) throws -> EditOutcome {
        let reader = ProductReader(database: database)
        guard let before = try reader.product(edit.id) else { return .gone }
        guard before.version == edit.expectedVersion else { return .conflict(before) }
        if try database.reports.lock(of: edit.id) != nil { return .locked }
        if try keepsHidden(before, against: edit.lifecycle) { return .held }
        if before.lifecycle == edit.lifecycle { try database.reports.stayHidden(before.id) }
        let after = try write(edit.lifecycle, of: before, at: edit.changedAt)
        if case .set(let note) = edit.note, case .reserved = edit.lifecycle.state {
            try database.execute(
                cached: "UPDATE product_detail SET reservation_note = ? WHERE product_id = ?",
                [note, edit.id.rawValue]
            )
        }
        try database.raiseRevision()
        return .saved(after, released: [])
    }

    /// Changes what has become due, and ends reductions, at most `limit` products in all.
    ///
    /// - Returns: the number of products that were changed.
    func advance(to now: Timestamp, by rules: LifecycleRules, limit: Int) throws -> Int {
        let reader = ProductReader(database: database)
        var count = 0
        for id in try due(at: now, by: rules, limit: limit) {
            guard let product = try reader.product(id), let next = product.lifecycle.advanced(to: now, by: rules) else {
                throw CorruptRowError(reason: "product \(id.rawValue) is due and can't be advanced")
            }
            _ = try write(next, of: product, at: now)
            count += 1
        }
        let prices = PriceWriter(database: database)
        let reduced = try prices.endedReductions(at: now, limit: limit - count)
        try prices.endReductions(of: reduced)
        count += reduced.count
        count += try database.reports.endHolds(at: now, limit: limit - count)
        count += try database.reports.advanceBlocks(limit: limit - count, at: now)
        if count > 0 { try database.raiseRevision() }
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
            try database.forEachRow(sql, latest.millisecondsSinceEpoch, Int64(limit - ids.count)) { row in
                ids.append(Product.ID(rawValue: try row.positive(0)))
                return true
            }
        }
        return ids
    }

    private static let endedReservations = """
        SELECT id FROM product INDEXED BY product_reserved WHERE state = 1 AND state_time <= ?1 \
        ORDER BY state_time LIMIT ?2
        """
    private static let listedSales = """
        SELECT id FROM product INDEXED BY product_sold_and_listed \
        WHERE state = 2 AND is_listed = 1 AND state_time <= ?1 ORDER BY state_time LIMIT ?2
        """
    private static let endedLifetimes = """
        SELECT id FROM product INDEXED BY product_expiring \
        WHERE state = 0 AND expires_at IS NOT NULL AND expires_at <= ?1 ORDER BY expires_at LIMIT ?2
        """

    /// Returns whether a product is held, so that it can't get this lifecycle.
    func keepsHidden(_ product: Product, against lifecycle: ListingLifecycle?) throws -> Bool {
        guard let lifecycle, product.state == .hidden, lifecycle.state != .hidden else { return false }
        return try database.reports.hold(of: product.id) != nil
    }

    /// Gives a product another lifecycle, with everything that follows from it but the revision.
    func write(_ lifecycle: ListingLifecycle, of before: Product, at now: Timestamp) throws -> Product {
        try database.execute(cached: "UPDATE product SET version = version + 1 WHERE id = ?", [before.id.rawValue])
        try store(lifecycle, of: before, at: now)
        guard let after = try ProductReader(database: database).product(before.id) else {
            throw CorruptRowError(reason: "product \(before.id.rawValue) was written and isn't there")
        }
        try SearchWriter(database: database).replace(before, with: after)
        return after
    }

    /// Writes the columns of a lifecycle, and for how long the product has been for sale at its price. Nothing else that
    /// depends on them is written. Triggers maintain the counts.
    func store(_ lifecycle: ListingLifecycle, of before: Product, at now: Timestamp) throws {
        let id = before.id
        switch (before.state.isForSale, lifecycle.state.isForSale) {
        case (true, false):
            // What expired while the server didn't run was for sale until then.
            try PriceWriter(database: database).record(before, until: min(now, lifecycle.state.time ?? now))
        case (false, true):
            try database.execute(
                cached: "UPDATE product SET price_since = ? WHERE id = ?",
                [now.millisecondsSinceEpoch, id.rawValue]
            )
        case (true, true), (false, false):
            break
        }
        try database.execute(
            cached: """
                UPDATE product SET state = ?, state_time = ?, is_listed = ?, expires_at = ?, bumped_at = ? WHERE id = ?
                """,
            [
                lifecycle.state.kind.stored, lifecycle.state.time?.millisecondsSinceEpoch, lifecycle.isListed,
                lifecycle.expiresAt?.millisecondsSinceEpoch, lifecycle.bumpedAt?.millisecondsSinceEpoch, id.rawValue,
            ]
        )
        guard lifecycle.state.kind != .reserved else { return }
        try database.execute(
            cached: """
                UPDATE product_detail SET reservation_note = NULL WHERE product_id = ? AND reservation_note IS NOT NULL
                """,
            [id.rawValue]
        )
    }
}
