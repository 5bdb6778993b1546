package import MarketModels

// Contacts that no listing may have. The listings that have one follow in small commits, as those of a blocked seller do.

extension ReportRecords {
    /// The number of listings that are looked through in one commit.
    private static var lookedThrough: Int64 { 10_000 }

    /// Checks the contact of a listing that is about to be stored.
    ///
    /// - Throws: ``MarketError/invalid(_:)`` if an operator has blocked it.
    package func check(contact: String?) throws {
        guard let contact else { return }
        let keys = ContactKey.keys(of: contact)
        guard !keys.isEmpty else { return }
        // Whoever blocks it waits for this transaction, or this one for them.
        try connection.lockContacts(isShared: true)
        guard try isBlocked(keys) else { return }
        throw MarketError.invalid(ListingProblems(ListingProblem(.contact, .blocked)))
    }

    private func isBlocked(_ keys: [ContactKey]) throws -> Bool {
        try keys.contains { key in
            let found = try connection.first(
                "SELECT 1 FROM blocked_contact WHERE key = $1 AND is_blocked",
                [.text(key.rawValue)]
            ) { _ in true }
            return found ?? false
        }
    }

    package func blockedContacts(after last: ContactKey?, limit: Int) throws -> [BlockedContact] {
        try connection.all(
            """
            SELECT key, reason, operator_name, created_at FROM blocked_contact WHERE is_blocked AND key > $1
            ORDER BY key LIMIT $2
            """,
            [.text(last?.rawValue ?? ""), .integer(Int64(limit))]
        ) {
            BlockedContact(
                key: ContactKey(rawValue: try $0.nonEmptyText(0)),
                reason: try $0.nonEmptyText(1),
                operatorName: try $0.optionalText(2),
                createdAt: try $0.timestamp(3)
            )
        }
    }

    /// Blocks or unblocks a contact. The listings with it follow with ``advanceBlocks(limit:at:)``.
    ///
    /// - Returns: whether this has changed anything.
    package func setBlocked(
        _ isBlocked: Bool,
        contact key: ContactKey,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        try connection.lockContacts(isShared: false)
        guard try self.isBlocked([key]) != isBlocked else { return false }
        let position = MoveValue.integer(.max)
        if isBlocked {
            try connection.execute(
                """
                INSERT INTO blocked_contact (key, reason, operator_name, created_at, is_blocked, position)
                VALUES ($1, $2, $3, $4, true, $5) ON CONFLICT (key) DO UPDATE SET reason = excluded.reason,
                    operator_name = excluded.operator_name, created_at = excluded.created_at, is_blocked = true,
                    position = excluded.position
                """,
                [
                    .text(key.rawValue), .text(reason), .init(proof.name), .integer(now.millisecondsSinceEpoch),
                    position,
                ]
            )
        } else {
            try connection.execute(
                "UPDATE blocked_contact SET is_blocked = false, position = $1 WHERE key = $2",
                [position, .text(key.rawValue)]
            )
        }
        let action: ModerationEntry.Action = isBlocked ? .contactBlocked : .contactUnblocked
        try connection.note(action, setting: key.rawValue, reason: reason, by: proof, at: now)
        return true
    }

    // MARK: Listings

    func unfinishedContacts(limit: Int) throws -> [ContactKey] {
        try connection.all(
            "SELECT key FROM blocked_contact WHERE position IS NOT NULL ORDER BY key LIMIT $1",
            [.integer(Int64(max(0, limit)))]
        ) { ContactKey(rawValue: try $0.nonEmptyText(0)) }
    }

    /// Goes on with the listings that have a contact which was blocked or unblocked, the newest first.
    ///
    /// - Returns: the number of listings that were changed; `limit` if there are more to be looked through.
    func advanceContacts(limit: Int, at now: Timestamp) throws -> Int {
        guard limit > 0, let key = try unfinishedContacts(limit: 1).first else { return 0 }
        let found = try connection.first(
            "SELECT is_blocked, position, reason FROM blocked_contact WHERE key = $1",
            [.text(key.rawValue)]
        ) { (isBlocked: try $0.boolean(0), position: try $0.optionalInteger(1), reason: try $0.nonEmptyText(2)) }
        guard let found, let end = found.position else { return 0 }
        let first = try connection.first(
            """
            SELECT min(product_id) FROM (
                SELECT product_id FROM product_detail WHERE product_id < $1 ORDER BY product_id DESC LIMIT $2) AS newest
            """,
            [.integer(end), .integer(Self.lookedThrough)]
        ) { try $0.optionalInteger(0) }
        guard let first = first ?? nil else {
            try finish(key, isBlocked: found.isBlocked)
            return try advanceContacts(limit: limit, at: now)
        }
        let products = try products(with: key, in: first..<end, isHeld: !found.isBlocked, limit: limit)
        for id in products {
            guard let product = try connection.lockedProduct(id) else { continue }
            if found.isBlocked {
                try setHold(.contact, of: product, reason: found.reason, at: now)
            } else if let held = try storedHold(of: id) {
                if product.vendor.isBlocked {
                    try setHold(.blocked, of: product, reason: try blockReason(of: product.vendor.id), at: now)
                } else {
                    try endHold(held, of: product, at: now)
                }
            }
        }
        let position = products.count < limit ? first : products.last?.rawValue ?? first
        try connection.execute(
            "UPDATE blocked_contact SET position = $1 WHERE key = $2",
            [.integer(position), .text(key.rawValue)]
        )
        return limit
    }

    private func finish(_ key: ContactKey, isBlocked: Bool) throws {
        try connection.execute(
            isBlocked
                ? "UPDATE blocked_contact SET position = NULL WHERE key = $1"
                : "DELETE FROM blocked_contact WHERE key = $1",
            [.text(key.rawValue)]
        )
    }

    /// Returns the products with a contact that aren't held by an operator, or are held for it and for no other one.
    private func products(
        with key: ContactKey,
        in ids: Range<Int64>,
        isHeld: Bool,
        limit: Int
    ) throws -> [Product.ID] {
        let candidates = try connection.all(
            """
            SELECT d.product_id, d.contact FROM product_detail AS d
            LEFT JOIN listing_hold AS h ON h.product_id = d.product_id
            WHERE d.product_id >= $1 AND d.product_id < $2 AND \(key.fragment == nil
                ? "d.contact_key = $3" : "lower(d.contact) LIKE $3 ESCAPE '\\'")
                AND \(isHeld ? "h.kind = 'contact'" : "(h.product_id IS NULL OR h.kind = 'reports')")
            ORDER BY d.product_id DESC
            """,
            [
                .integer(ids.lowerBound), .integer(ids.upperBound),
                .text(key.fragment.map { "%\($0.escapedForLike)%" } ?? key.rawValue),
            ]
        ) { (Product.ID(rawValue: try $0.positive(0)), ContactKey.keys(of: try $0.text(1))) }
        var found: [Product.ID] = []
        for (id, keys) in candidates where keys.contains(key) {
            if isHeld, try isBlocked(keys) { continue }
            found.append(id)
            if found.count == limit { break }
        }
        return found
    }
}
