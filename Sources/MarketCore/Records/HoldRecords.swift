package import MarketModels

// Why listings are hidden although their sellers didn't hide them, and what ends by itself.

extension ReportRecords {
    // MARK: Holds

    struct StoredHold {
        let hold: ListingHold
        let state: ListingState
        let wasListed: Bool
        /// Since when the listing is hidden, whatever has hidden it first.
        let hiddenAt: Timestamp
        /// When the hold by reports would end that this one has replaced.
        let reportsEnd: Timestamp?

        /// When reports began to hold the listing, whatever has replaced that, or did meanwhile.
        var beginOfReports: Timestamp? {
            (hold.kind == .reports ? hold.endsAt : reportsEnd)?.adding(seconds: -Int64(ReportRules.hoursOfHold) * 3600)
        }

        /// Returns when a listing expires whose hold ends now. One that nobody could see when its lifetime ended has as much of it left
        /// as when it was hidden, so that it isn't shown for half a minute.
        func expiry(of lifecycle: ListingLifecycle, at now: Timestamp) -> Timestamp? {
            guard let expiry = lifecycle.expiresAt, expiry <= now, hiddenAt < expiry else {
                return lifecycle.expiresAt
            }
            let left = expiry.millisecondsSinceEpoch - hiddenAt.millisecondsSinceEpoch
            return Timestamp(millisecondsSinceEpoch: now.millisecondsSinceEpoch + left)
        }
    }

    func storedHold(of id: Product.ID) throws -> StoredHold? {
        try connection.first(
            "SELECT \(Self.holdColumns) FROM listing_hold WHERE product_id = $1",
            [.integer(id.rawValue)]
        ) {
            row in
            let stored = try row.count(5)
            guard let kind = ListingState.Kind(stored: stored) else { throw row.outOfRange(5, stored) }
            guard let state = ListingState(kind, time: try row.optionalTimestamp(6)) else { throw row.wrongType(6) }
            guard let holdKind = ListingHold.Kind(rawValue: try row.text(0)) else { throw row.wrongType(0) }
            return StoredHold(
                hold: ListingHold(
                    product: id,
                    kind: holdKind,
                    reason: try row.optionalText(1),
                    createdAt: try row.timestamp(2),
                    endsAt: try row.optionalTimestamp(3),
                    answer: try row.optionalText(4),
                    hasWaited: try row.boolean(8)
                ),
                state: state,
                wasListed: try row.boolean(7),
                hiddenAt: try row.timestamp(10),
                reportsEnd: try row.optionalTimestamp(9)
            )
        }
    }

    /// Holds a product. A hold that it has already, also one by reports, becomes this one, which can be answered anew.
    func setHold(
        _ kind: ListingHold.Kind,
        of product: Product,
        reason: String?,
        endsAt end: Timestamp? = nil,
        at now: Timestamp
    ) throws {
        let count = try connection.execute(
            """
            UPDATE listing_hold SET kind = $1, reason = $2, created_at = $3, ends_at = $4, answer = NULL,
                hidden_at = coalesce(hidden_at, created_at),
                has_waited = \(kind == .waiting ? "true" : "has_waited"),
                reports_end_at = \(kind == .reports ? "NULL" : "CASE WHEN kind = 'reports' THEN ends_at ELSE reports_end_at END")
            WHERE product_id = $5
            """,
            [
                .text(kind.rawValue), .init(reason), .integer(now.millisecondsSinceEpoch),
                .init(end?.millisecondsSinceEpoch), .integer(product.id.rawValue),
            ]
        )
        if count == 0 { try beginHold(kind, of: product, reason: reason, endsAt: end, at: now) }
    }

    func beginHold(
        _ kind: ListingHold.Kind,
        of product: Product,
        reason: String?,
        endsAt end: Timestamp?,
        at now: Timestamp
    ) throws {
        let lifecycle = product.lifecycle
        try connection.execute(
            """
            INSERT INTO listing_hold (
                product_id, kind, reason, created_at, ends_at, state, state_time, was_listed, has_waited, note)
            SELECT product_id, $1, $2, $3, $4, $5, $6, \(lifecycle.isListed.condition), \((kind == .waiting).condition),
                reservation_note
            FROM product_detail WHERE product_id = $7
            """,
            [
                .text(kind.rawValue), .init(reason), .integer(now.millisecondsSinceEpoch),
                .init(end?.millisecondsSinceEpoch), .integer(lifecycle.state.kind.stored),
                .init(lifecycle.state.time?.millisecondsSinceEpoch),
                .integer(product.id.rawValue),
            ]
        )
        guard lifecycle.state.kind != .hidden else { return }
        try connection.lifecycles.write(lifecycle.with(.hidden), of: product, at: now)
    }

    /// Ends a hold that isn't an operator's decision any more. What else hides the listing takes its place: the block of its
    /// seller, the wait for an approval, a contact that is blocked, or the reports that held it before.
    ///
    /// - Returns: whether nothing hides it any more.
    @discardableResult
    func replaceHold(_ held: StoredHold, of product: Product, at now: Timestamp) throws -> Bool {
        if product.vendor.isBlocked {
            try setHold(.blocked, of: product, reason: try blockReason(of: product.vendor.id), at: now)
        } else if held.hold.hasWaited {
            try setHold(.waiting, of: product, reason: nil, at: now)
        } else if let reason = try reasonOfBlockedContact(of: product) {
            try setHold(.contact, of: product, reason: reason, at: now)
        } else if let end = try endOfReports(held, of: product, at: now) {
            try setHold(.reports, of: product, reason: nil, endsAt: end, at: now)
        } else if try !keep(held, of: product, at: now) {
            try endHold(held, of: product, at: now)
            return true
        }
        return false
    }

    /// Notes that the seller wants a held listing to stay hidden when it is shown again.
    package func stayHidden(_ id: Product.ID) throws {
        try connection.execute(
            "UPDATE listing_hold SET state = $1, state_time = NULL, note = NULL WHERE product_id = $2",
            [.integer(ListingState.Kind.hidden.stored), .integer(id.rawValue)]
        )
    }

    func endHold(_ held: StoredHold, of product: Product, at now: Timestamp) throws {
        if held.state.kind != .hidden {
            let lifecycle = ListingLifecycle(
                state: held.state,
                isListed: held.wasListed,
                expiresAt: held.expiry(of: product.lifecycle, at: now),
                bumpedAt: product.lifecycle.bumpedAt
            )
            try connection.lifecycles.write(lifecycle, of: product, at: now)
        }
        let id = MoveValue.integer(product.id.rawValue)
        if held.state.kind == .reserved {
            try connection.execute(
                """
                UPDATE product_detail SET reservation_note = (SELECT note FROM listing_hold WHERE product_id = $1)
                WHERE product_id = $1
                """,
                [id]
            )
        }
        try connection.execute("DELETE FROM listing_hold WHERE product_id = $1", [id])
    }

    // MARK: Time

    /// Returns whether the passing of time changes a hold or a block, or one isn't carried out yet.
    package func hasDue(at now: Timestamp) throws -> Bool {
        try !endedHolds(at: now, limit: 1).isEmpty || !endedBlocks(at: now, limit: 1).isEmpty
            || !unfinishedBlocks(limit: 1).isEmpty || !unfinishedContacts(limit: 1).isEmpty
    }

    /// Returns the products whose holds end by themselves, the earliest first.
    private func endedHolds(at now: Timestamp, limit: Int) throws -> [Product.ID] {
        try connection.all(
            "SELECT product_id FROM listing_hold WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2",
            [.integer(now.millisecondsSinceEpoch), .integer(Int64(limit))]
        ) { Product.ID(rawValue: try $0.positive(0)) }
    }

    /// Ends the holds that have expired, but for those that an upheld report keeps, and deletes the products that were removed so long ago.
    ///
    /// - Returns: the number of products that were changed.
    package func endHolds(at now: Timestamp, limit: Int) throws -> Int {
        var count = 0
        for id in try endedHolds(at: now, limit: limit) {
            guard let product = try connection.lockedProduct(id), let held = try storedHold(of: id),
                let end = held.hold.endsAt, end <= now
            else { continue }
            if held.hold.kind == .removed {
                _ = try connection.products.delete(id, isByOperator: true, at: now)
                try note(.deleted, of: product, at: now)
            } else if try replaceHold(held, of: product, at: now) {
                try note(.holdEnded, of: product, at: now)
            }
            count += 1
        }
        return count
    }

    /// Keeps a listing hidden that reports hold, or held before another hold, if an operator has upheld one of them: it becomes the
    /// operator's, for the reason of the last one.
    ///
    /// - Returns: whether it does.
    func keep(_ held: StoredHold, of product: Product, at now: Timestamp) throws -> Bool {
        guard let begin = held.beginOfReports else { return false }
        let reason = try connection.first(
            """
            SELECT decision_reason FROM report WHERE product_id = $1 AND decision = 'upheld' AND decided_at >= $2
            ORDER BY decided_at DESC, id DESC LIMIT 1
            """,
            [.integer(product.id.rawValue), .integer(begin.millisecondsSinceEpoch)]
        ) { try $0.nonEmptyText(0) }
        guard let reason else { return false }
        try setHold(.hidden, of: product, reason: reason, at: now)
        try note(.holdKept, of: product, reason: reason, at: now)
        return true
    }
}

extension Product {
    /// Nobody shows others what they haven't looked at.
    ///
    /// - Parameter version: what an operator has looked at; nil for whatever is there.
    func mustHave(_ version: Int64?) throws {
        if let version, version != self.version { throw MarketError.operators(.listingChanged) }
    }
}

extension ListingLifecycle {
    fileprivate func with(_ state: ListingState) -> ListingLifecycle {
        ListingLifecycle(state: state, expiresAt: expiresAt, bumpedAt: bumpedAt)
    }
}
