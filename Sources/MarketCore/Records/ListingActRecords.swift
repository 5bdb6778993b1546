package import MarketModels

// What operators do about listings. Approvals are in ApprovalRecords.swift.

extension ReportRecords {
    /// - Returns: false if the product to hold or to lock isn't there.
    /// - Throws: the ``OperatorProblem`` for which the product stays as it is.
    package func perform(
        _ act: ListingAct,
        on id: Product.ID,
        version: Int64?,
        decision: DecisionVersion?,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        if let decision { try mustStand(decision, before: act, on: id, reason: reason) }
        switch act {
        case .hide: return try hold(id, .hidden, reason: reason, by: proof, at: now)
        case .ask: return try hold(id, .changeAsked, reason: reason, by: proof, at: now)
        case .remove: return try hold(id, .removed, reason: reason, by: proof, at: now)
        case .giveBack:
            guard try giveBack(id, version: version, reason: reason, by: proof, at: now) else {
                throw MarketError.operators(.notGivenBack)
            }
        case .approve:
            guard try approve(id, version: version, by: proof, at: now) else {
                throw MarketError.operators(.notApproved)
            }
        case .lock, .unlock:
            guard let isDone = try setLocked(act == .lock, product: id, reason: reason, by: proof, at: now) else {
                return false
            }
            if !isDone { throw MarketError.operators(.notLocked) }
        }
        return true
    }

    /// Nobody decides over what somebody else has decided since they looked. What is as it should be, as after a second tap, is done.
    func mustStand(
        _ seen: DecisionVersion,
        before act: ListingAct,
        on id: Product.ID,
        reason: String
    ) throws {
        guard try connection.lockedProduct(id) != nil else { return }
        let (hold, lock) = (try storedHold(of: id)?.hold, try lock(of: id))
        guard DecisionVersion(hold: hold, lock: lock) != seen else { return }
        let isDone =
            switch act {
            case .hide, .ask, .remove: hold?.kind == act.hold?.kind && hold?.reason == reason
            case .giveBack, .approve: hold == nil
            case .lock: lock?.reason == reason
            case .unlock: lock == nil
            }
        if !isDone { throw MarketError.operators(.listingChanged) }
    }

    // MARK: Holds

    /// Hides or removes a product for the operator. A repeated request changes nothing.
    ///
    /// - Parameter again: whether this goes back to what an operator has done before, also from a removal.
    /// - Returns: whether there is such a product.
    /// - Throws: ``OperatorProblem/listingIsRemoved`` for one to hide that is removed.
    func hold(
        _ id: Product.ID,
        _ act: OperatorHold,
        again: Bool = false,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        guard let product = try connection.lockedProduct(id) else { return false }
        if !again, act != .removed, try isRemoved(id) { throw MarketError.operators(.listingIsRemoved) }
        try hold(product, act, reason: reason, by: proof, at: now)
        return true
    }

    func isRemoved(_ id: Product.ID) throws -> Bool { try storedHold(of: id)?.hold.kind == .removed }

    func hold(
        _ product: Product,
        _ act: OperatorHold,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws {
        if let hold = try storedHold(of: product.id)?.hold, hold.kind == act.kind, hold.reason == reason { return }
        let end = act == .removed ? now.adding(days: ListingHold.daysOfRemoval) : nil
        try setHold(act.kind, of: product, reason: reason, endsAt: end, at: now)
        try note(act.action, of: product, reason: reason, by: proof, at: now)
    }

    /// - Returns: whether it was hidden by an operator or by reports, and its seller isn't blocked.
    /// - Throws: ``OperatorProblem/listingChanged`` if it has another version, and ``OperatorProblem/contactBlocked`` if it names a
    ///   contact that is blocked.
    func giveBack(
        _ id: Product.ID,
        version: Int64? = nil,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        guard let product = try connection.lockedProduct(id), !product.vendor.isBlocked,
            let held = try storedHold(of: id), held.hold.kind != .waiting
        else { return false }
        try product.mustHave(version)
        try mustNameNoBlockedContact(product)
        try endHold(held, of: product, at: now)
        try note(.givenBack, of: product, reason: reason, by: proof, at: now)
        // Who lets a listing through that reports hold, or held before an operator did, finds nothing wrong with it.
        if held.hold.kind == .reports || held.reportsEnd != nil {
            let decision = Report.Decision(.dismissed, reason: reason, decidedAt: now)
            _ = try decideReports(about: .product(id), decision, limit: .max, by: proof)
        }
        return true
    }

    /// Takes back what an operator has done to a listing that reports held then: they hold it again, for as long as before.
    ///
    /// - Returns: whether there is such a listing.
    func holdByReports(again id: Product.ID, reason: String, by proof: OperatorProof, at now: Timestamp) throws -> Bool
    {
        guard let product = try connection.lockedProduct(id), let held = try storedHold(of: id) else { return false }
        guard let end = try endOfReports(held, of: product, at: now) else {
            return try keep(held, of: product, at: now)
        }
        try setHold(.reports, of: product, reason: nil, endsAt: end, at: now)
        try note(.held, of: product, reason: reason, by: proof, at: now)
        return true
    }

    /// Returns when the hold by reports ends that another one has replaced; nil if nothing is left of it.
    func endOfReports(_ held: StoredHold, of product: Product, at now: Timestamp) throws -> Timestamp? {
        guard let end = held.reportsEnd, end > now, try hasOpenReports(product.id) else { return nil }
        return end
    }

    // MARK: Locks

    package func lock(of id: Product.ID) throws -> ListingLock? {
        try connection.first(
            "SELECT reason, created_at FROM listing_lock WHERE product_id = $1",
            [.integer(id.rawValue)]
        ) {
            ListingLock(reason: try $0.nonEmptyText(0), createdAt: try $0.timestamp(1))
        }
    }

    /// Locks or unlocks a product.
    ///
    /// - Returns: whether it is as it should be; false for one to unlock that isn't locked, and nil if there is no such product.
    func setLocked(
        _ isLocked: Bool,
        product id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool? {
        guard let product = try connection.lockedProduct(id) else { return nil }
        if isLocked, try lock(of: id)?.reason == reason { return true }
        let count =
            isLocked
            ? try connection.execute(
                """
                INSERT INTO listing_lock (product_id, reason, created_at) VALUES ($1, $2, $3)
                ON CONFLICT (product_id) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at
                """,
                [.integer(id.rawValue), .text(reason), .integer(now.millisecondsSinceEpoch)]
            ) : try connection.execute("DELETE FROM listing_lock WHERE product_id = $1", [.integer(id.rawValue)])
        guard count > 0 else { return false }
        try note(isLocked ? .locked : .unlocked, of: product, reason: reason, by: proof, at: now)
        return true
    }
}
