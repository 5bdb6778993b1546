package import MarketModels

// What operators see of sellers and do about them. The listings of a blocked seller follow in small commits.

extension ReportRecords {
    /// The number of others up to which a network says something. Customers of a mobile provider share addresses, and so do all
    /// clients of a server that doesn't trust its proxy.
    private static var sellersOfNetwork: Int { 10 }

    /// Records a keyed hash of the network from which a product has been listed.
    package func note(network: String, of product: Product.ID, at now: Timestamp) throws {
        try connection.execute(
            "INSERT INTO listing_network (product_id, network, created_at) VALUES ($1, $2, $3)",
            [.integer(product.rawValue), .text(network), .integer(now.millisecondsSinceEpoch)]
        )
    }

    package func relatedSellers(of vendor: Vendor.ID) throws -> [RelatedSeller] {
        // All guests share one.
        guard vendor != Vendor.guestID else { return [] }
        let own = "SELECT id FROM product WHERE vendor_id = $1 ORDER BY id DESC LIMIT 100"
        var links: [Vendor.ID: Set<RelatedSeller.Link>] = [:]
        for (link, table, column) in [
            (RelatedSeller.Link.contact, "contact_key", "key"), (.browser, "listing_right", "browser"),
            (.network, "listing_network", "network"),
        ] {
            let keys = try connection.all(
                """
                SELECT DISTINCT \(column) FROM \(table)
                WHERE product_id IN (\(own)) AND \(column) IS NOT NULL ORDER BY \(column) LIMIT 10
                """,
                [.integer(vendor.rawValue)]
            ) { try $0.nonEmptyText(0) }
            // What many write is nobody's own.
            for key in keys where link != .contact || ContactKey(rawValue: key).isBlockable {
                let others = try connection.all(
                    """
                    SELECT DISTINCT vendor_id FROM product WHERE vendor_id NOT IN ($1, \(Vendor.guestID.rawValue)) AND id IN (
                        SELECT product_id FROM \(table) WHERE \(column) = $2 ORDER BY product_id DESC LIMIT 200)
                    """,
                    [.integer(vendor.rawValue), .text(key)]
                ) { Vendor.ID(rawValue: try $0.positive(0)) }
                if link == .network, others.count > Self.sellersOfNetwork { continue }
                for other in others { links[other, default: []].insert(link) }
            }
        }
        return try links.sorted { $0.key.rawValue > $1.key.rawValue }.compactMap { id, links in
            try connection.vendor(id).map { RelatedSeller($0, links: links) }
        }
    }

    /// Blocks or unblocks a vendor. Their products follow with ``advanceBlocks(limit:at:)``.
    ///
    /// - Parameter seen: the ``blockVersion(of:)`` that the operator has seen; nil for whatever stands.
    /// - Returns: the vendor and whether this has changed anything; nil if there is none.
    package func setBlocked(
        _ isBlocked: Bool,
        until end: Timestamp?,
        vendor id: Vendor.ID,
        over seen: Int? = nil,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> (vendor: Vendor, isChanged: Bool)? {
        guard let vendor = try connection.vendors.locked(id) else { return nil }
        // What is as it should be, as after a second tap, is done.
        let isDone =
            try vendor.isBlocked == isBlocked
            && (!isBlocked || vendor.isBlocked(untilAbout: end) && blockReason(of: id) == reason)
        if isDone { return (vendor, false) }
        if let seen, try seen != blockVersion(of: id) { throw MarketError.operators(.listingChanged) }
        try setBlock(isBlocked, until: end, of: vendor)
        try connection.note(
            isBlocked ? .blocked : .unblocked,
            vendor: id,
            endsAt: end,
            reason: reason,
            by: proof,
            at: now
        )
        return try connection.vendor(id).map { ($0, true) }
    }

    private func setBlock(_ isBlocked: Bool, until end: Timestamp?, of vendor: Vendor) throws {
        // The products follow also if they are blocked once more: each tells its seller why.
        try connection.execute(
            """
            UPDATE vendor SET is_blocked = (\(isBlocked.condition)), block_ends_at = $1, block_position = \(Int64.max)
            WHERE id = $2
            """,
            [.init(end?.millisecondsSinceEpoch), .integer(vendor.id.rawValue)]
        )
    }

    /// Ends the blocks whose time is over. Their products follow with ``advanceBlocks(limit:at:)``.
    ///
    /// - Returns: the number of sellers that were changed, at most `limit`.
    func endBlocks(limit: Int, at now: Timestamp) throws -> Int {
        var count = 0
        for id in try endedBlocks(at: now, limit: limit) {
            guard let vendor = try connection.vendors.locked(id), let end = vendor.blockEndsAt, end <= now else {
                continue
            }
            try setBlock(false, until: nil, of: vendor)
            try connection.note(.blockEnded, vendor: id, at: now)
            count += 1
        }
        return count
    }

    /// Goes on with the products of sellers and contacts that were blocked or unblocked: it hides them, or gives back what the block
    /// has hidden, the newest first. Until then, readers leave out what a blocked seller has.
    ///
    /// - Returns: the number of products that were changed; `limit` if there are more to be looked through.
    package func advanceBlocks(limit: Int, at now: Timestamp) throws -> Int {
        var count = 0
        for id in try unfinishedBlocks(limit: limit) where count < limit {
            guard let vendor = try connection.vendors.locked(id) else { continue }
            count += try advanceBlock(of: vendor, limit: limit - count, at: now)
        }
        count += try advanceContacts(limit: limit - count, at: now)
        return count
    }

    func endedBlocks(at now: Timestamp, limit: Int) throws -> [Vendor.ID] {
        try vendors(
            "block_ends_at <= $2 ORDER BY block_ends_at",
            limit: limit,
            [.integer(now.millisecondsSinceEpoch)]
        )
    }

    func unfinishedBlocks(limit: Int) throws -> [Vendor.ID] {
        try vendors("block_position IS NOT NULL ORDER BY id", limit: limit)
    }

    private func vendors(_ condition: String, limit: Int, _ values: [MoveValue] = []) throws -> [Vendor.ID] {
        try connection.all(
            "SELECT id FROM vendor WHERE \(condition) LIMIT $1",
            [.integer(Int64(max(0, limit)))] + values
        ) { Vendor.ID(rawValue: try $0.count(0)) }
    }

    /// What isn't hidden by an operator yet is hidden. A hold by reports would end by itself, so it becomes the block's, and goes on
    /// behind it. What waits for approval waits again afterwards. What another block has hidden is for the reason of this one.
    ///
    /// - Returns: the number of products that were changed; `limit` if there are more to be looked through.
    private func advanceBlock(of vendor: Vendor, limit: Int, at now: Timestamp) throws -> Int {
        let id = MoveValue.integer(vendor.id.rawValue)
        let position = try connection.first("SELECT block_position FROM vendor WHERE id = $1", [id]) {
            try $0.optionalInteger(0)
        }
        guard let position = position ?? nil else { return 0 }
        let reason = try blockReason(of: vendor.id)
        // Also what something else hides: another transaction, for which `lockedProduct` waits, may just replace that.
        let isChosen =
            vendor.isBlocked
            ? "h.product_id IS NULL OR h.kind <> 'blocked' OR h.reason <> $4" : "h.product_id IS NOT NULL"
        let ids = try connection.all(
            """
            SELECT p.id FROM product AS p LEFT JOIN listing_hold AS h ON h.product_id = p.id
            WHERE p.vendor_id = $1 AND p.id < $2 AND (\(isChosen)) ORDER BY p.id DESC LIMIT $3
            """,
            [id, .integer(position), .integer(Int64(limit))] + (vendor.isBlocked ? [.text(reason)] : [])
        ) { Product.ID(rawValue: try $0.positive(0)) }
        var count = 0
        for id in ids {
            // Others may have hidden or shown it since it was found, before it was locked.
            guard let product = try connection.lockedProduct(id) else { continue }
            let held = try storedHold(of: id)
            switch held?.hold.kind {
            case nil, .reports, .waiting:
                guard vendor.isBlocked else { continue }
                try setHold(.blocked, of: product, reason: reason, at: now)
            case .blocked:
                if vendor.isBlocked {
                    guard held?.hold.reason != reason else { continue }
                    try setHold(.blocked, of: product, reason: reason, at: now)
                } else if let held {
                    try replaceHold(held, of: product, at: now)
                }
            case .hidden, .changeAsked, .removed, .contact: continue
            }
            count += 1
        }
        try connection.execute(
            "UPDATE vendor SET block_position = $1 WHERE id = $2",
            [.init(ids.count < limit ? nil : ids.last?.rawValue), id]
        )
        return ids.count < limit ? count : limit
    }

    /// What pages of operators know a seller's block by: the entry of the log with which they were blocked or unblocked last, 0 if
    /// they never were. A block for another reason is another one, also if it ends at the same time.
    package func blockVersion(of vendor: Vendor.ID) throws -> Int {
        try connection.number(
            """
            SELECT coalesce(max(id), 0) FROM moderation_log
            WHERE vendor_id = $1 AND action IN ('blocked', 'unblocked', 'block_ended')
            """,
            [.integer(vendor.rawValue)]
        )
    }

    /// Why a seller was blocked last.
    package func blockReason(of vendor: Vendor.ID) throws -> String {
        try connection.first(
            "SELECT reason FROM moderation_log WHERE vendor_id = $1 AND action = 'blocked' ORDER BY id DESC LIMIT 1",
            [.integer(vendor.rawValue)]
        ) { try $0.nonEmptyText(0) } ?? "-"
    }
}

extension Vendor {
    /// Whether the block ends within an hour of a time, or never for nil. A second tap counts its days from a little later.
    fileprivate func isBlocked(untilAbout end: Timestamp?) -> Bool {
        guard let end, let blockEndsAt else { return end == blockEndsAt }
        return end < blockEndsAt.adding(seconds: 3600) && blockEndsAt < end.adding(seconds: 3600)
    }
}
