package import MarketModels

// Contacts that no listing may have. The listings that have one follow in small commits, as those of a blocked seller do.

extension ReportRecords {
    /// The number of contacts that are looked up at once.
    private static var lookedUp: Int { 16 }

    /// Checks the contact of a listing that is about to be stored, and the contacts that its texts name.
    ///
    /// - Parameters:
    ///   - before: the listing as it was; its texts aren't checked as far as they stay. Nil for a new one.
    ///   - sellerName: the name of the seller of a new one, which everybody sees beside it.
    /// - Throws: ``MarketError/invalid(_:)`` if an operator has blocked one.
    package func check(
        _ listing: Listing,
        contact: String?,
        before: Listing? = nil,
        sellerName: String? = nil
    ) throws {
        var named = [(field: ListingField.contact, keys: contact.map { ContactKey.keys(of: $0) } ?? [])]
        if let sellerName { named.append((.seller, ContactKey.keys(in: sellerName))) }
        let known = before?.texts ?? []
        for text in listing.texts where !known.contains(where: { $0 == text }) {
            named.append((text.field, ContactKey.keys(in: text.text)))
        }
        guard named.contains(where: { !$0.keys.isEmpty }) else { return }
        // Whoever blocks it waits for this transaction, or this one for them.
        try connection.lock(.contacts, isShared: true)
        let problems = try named.filter { try isBlocked($0.keys) }.map { ListingProblem($0.field, .blocked) }
        if let problems = ListingProblems(problems) { throw MarketError.invalid(problems) }
    }

    /// Checks the name that an operator gives a seller.
    ///
    /// - Throws: ``OperatorProblem/contactBlocked`` if it names a contact that is blocked.
    package func check(sellerName: String) throws {
        let keys = ContactKey.keys(in: sellerName)
        guard !keys.isEmpty else { return }
        try connection.lock(.contacts, isShared: true)
        if try isBlocked(keys) { throw MarketError.operators(.contactBlocked) }
    }

    /// Returns whether a stored listing has a contact that is blocked, or names one in its texts.
    func namesBlockedContact(_ product: Product) throws -> Bool { try reasonOfBlockedContact(of: product) != nil }

    /// Checks a listing that an operator is about to show, and the name of its seller, which only operators change.
    ///
    /// - Throws: ``OperatorProblem/contactBlocked`` if one names a contact that is blocked.
    func mustNameNoBlockedContact(_ product: Product) throws {
        try check(sellerName: product.vendor.name)
        if try namesBlockedContact(product) { throw MarketError.operators(.contactBlocked) }
    }

    /// Returns why a contact is blocked that a stored listing has, or names in its texts; nil if none is.
    func reasonOfBlockedContact(of product: Product) throws -> String? {
        let keys = Self.keys(of: product.listing, contact: try contact(of: product.id))
        guard !keys.isEmpty else { return nil }
        // As above: what is shown meanwhile would be passed over by the block.
        try connection.lock(.contacts, isShared: true)
        guard let key = try blocked(keys).first else { return nil }
        return try connection.first("SELECT reason FROM blocked_contact WHERE key = $1", [.text(key.rawValue)]) {
            try $0.nonEmptyText(0)
        }
    }

    private static func keys(of listing: Listing, contact: String?) -> [ContactKey] {
        (contact.map { ContactKey.keys(of: $0) } ?? []) + listing.texts.flatMap { ContactKey.keys(in: $0.text) }
    }

    /// Returns the contacts of a listing that are blocked, and those that its texts name.
    package func blockedContacts(of listing: Listing, contact: String?) throws -> [ContactKey] {
        try blocked(Self.keys(of: listing, contact: contact))
    }

    private func isBlocked(_ keys: [ContactKey]) throws -> Bool { try !blocked(keys).isEmpty }

    private func blocked(_ keys: [ContactKey]) throws -> [ContactKey] {
        var blocked: [ContactKey] = []
        var rest = keys[...]
        while let first = rest.first {
            let part = rest.prefix(Self.lookedUp)
            rest = rest.dropFirst(part.count)
            // One statement for every number of contacts.
            let values = (part + Array(repeating: first, count: Self.lookedUp - part.count)).map(\.rawValue)
            blocked += try connection.all(
                """
                SELECT key FROM blocked_contact WHERE is_blocked
                    AND key IN (\((1...Self.lookedUp).map { "$\($0)" }.joined(separator: ", ")))
                """,
                values.map { .text($0) }
            ) { ContactKey(rawValue: try $0.nonEmptyText(0)) }
        }
        return blocked
    }

    /// Blocks or unblocks contacts. The listings with them follow with ``advanceBlocks(limit:at:)``.
    ///
    /// - Returns: whether this has changed anything.
    package func setBlocked(
        _ isBlocked: Bool,
        contacts keys: [ContactKey],
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        // In this order, because whoever carries out a block has locked it, and waits for edits, which wait for contacts.
        for key in keys.sorted(by: { $0.rawValue < $1.rawValue }) { try lock(key) }
        try connection.lock(.contacts)
        let changed = try keys.filter { try self.isBlocked([$0]) != isBlocked }
        for key in changed { try setBlocked(isBlocked, key, reason: reason, by: proof, at: now) }
        return !changed.isEmpty
    }

    /// Has others wait who change the block of a contact, or carry it out, until the transaction ends.
    private func lock(_ key: ContactKey) throws {
        let locking = Connection.locking("FOR UPDATE")
        _ = try connection.first("SELECT 1 FROM blocked_contact WHERE key = $1 \(locking)", [.text(key.rawValue)]) {
            _ in
        }
    }

    private func setBlocked(
        _ isBlocked: Bool,
        _ key: ContactKey,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws {
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
    }

    // MARK: Listings

    /// Shows a listing again if its seller has replaced the contact for which it was hidden.
    ///
    /// - Returns: whether this has changed anything.
    package func endHoldForContact(edited product: Product, at now: Timestamp) throws -> Bool {
        guard product.state == .hidden, let held = try storedHold(of: product.id), held.hold.kind == .contact,
            try !namesBlockedContact(product)
        else { return false }
        if try replaceHold(held, of: product, at: now) {
            try note(.holdEnded, of: product, at: now)
        }
        return true
    }

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
        try lock(key)
        let found = try connection.first(
            "SELECT is_blocked, position, reason FROM blocked_contact WHERE key = $1",
            [.text(key.rawValue)]
        ) { (isBlocked: try $0.boolean(0), position: try $0.optionalInteger(1), reason: try $0.nonEmptyText(2)) }
        guard let found, let end = found.position else { return 0 }
        let products =
            try found.isBlocked
            ? shown(with: key, before: end, limit: limit) : heldForContacts(before: end, limit: limit)
        for id in products {
            // Others may have hidden, shown or edited it since it was found, before it was locked.
            guard let product = try connection.lockedProduct(id) else { continue }
            let held = try storedHold(of: id)
            let isNamed = try namesBlockedContact(product)
            if found.isBlocked, held == nil || held?.hold.kind == .reports, isNamed {
                try setHold(.contact, of: product, reason: found.reason, at: now)
            } else if !found.isBlocked, let held, held.hold.kind == .contact, !isNamed {
                try replaceHold(held, of: product, at: now)
            }
        }
        guard products.count == limit, let last = products.last else {
            try finish(key, isBlocked: found.isBlocked)
            return try products.count + advanceContacts(limit: limit - products.count, at: now)
        }
        try connection.execute(
            "UPDATE blocked_contact SET position = $1 WHERE key = $2",
            [.integer(last.rawValue), .text(key.rawValue)]
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

    /// Returns the newest products with a contact that nothing but reports hides.
    private func shown(with key: ContactKey, before end: Int64, limit: Int) throws -> [Product.ID] {
        try connection.all(
            """
            SELECT k.product_id FROM contact_key AS k LEFT JOIN listing_hold AS h ON h.product_id = k.product_id
            WHERE k.key = $1 AND k.product_id < $2 AND (h.product_id IS NULL OR h.kind = 'reports')
            ORDER BY k.product_id DESC LIMIT $3
            """,
            [.text(key.rawValue), .integer(end), .integer(Int64(limit))]
        ) { Product.ID(rawValue: try $0.positive(0)) }
    }

    /// Returns the newest products that are held for a contact, whichever it is, or for what their texts name.
    private func heldForContacts(before end: Int64, limit: Int) throws -> [Product.ID] {
        try connection.all(
            """
            SELECT product_id FROM listing_hold WHERE kind = 'contact' AND product_id < $1
            ORDER BY product_id DESC LIMIT $2
            """,
            [.integer(end), .integer(Int64(limit))]
        ) { Product.ID(rawValue: try $0.positive(0)) }
    }

    // MARK: Keys

    /// Records what the contact of a new product names.
    package func addKeys(ofContact contact: String?, of product: Product.ID) throws {
        for key in contact.map({ ContactKey.keys(of: $0) }) ?? [] {
            try connection.execute(
                "INSERT INTO contact_key (product_id, key) VALUES ($1, $2)",
                [.integer(product.rawValue), .text(key.rawValue)]
            )
        }
    }

    /// Records what the new contact of a product names.
    package func replaceKeys(withThoseOf contact: String?, of product: Product.ID) throws {
        try connection.execute("DELETE FROM contact_key WHERE product_id = $1", [.integer(product.rawValue)])
        try addKeys(ofContact: contact, of: product)
    }
}
