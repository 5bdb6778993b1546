package import MarketModels

// Who undoes an entry of the log does the opposite, which has an entry of its own: so what was replaced can't be undone any more,
// and what was undone can be undone in turn.

extension ReportRecords {
    package func undo(
        _ number: Int64,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        func entry() throws -> ModerationEntry? {
            try connection.first(
                "SELECT \(ModerationEntry.columns) FROM moderation_log AS m WHERE m.id = $2",
                [ModerationEntry.earliestToUndo(at: now), .integer(number)]
            ) { try $0.entry() }
        }
        // Whether it can be undone is known when nobody else does anything to the listing or the seller.
        guard let found = try entry() else { return false }
        if let product = found.product {
            _ = try connection.lockedProduct(product)
        } else if let vendor = found.vendor {
            _ = try connection.vendors.locked(vendor)
        }
        guard let entry = try entry(), entry.canBeUndone else { return false }
        switch (entry.action, entry.product, entry.report) {
        case (.hidden, let product?, _), (.changeAsked, let product?, _), (.removed, let product?, _):
            // What was hidden before it was hidden again or removed stays hidden, for the reason of then.
            if let (act, reason) = try operatorHold(of: product, before: number) {
                return try hold(product, act, again: true, reason: reason, by: proof, at: now)
            }
            if try hasWaited(product) { return try hideUntilApproval(product, reason: reason, by: proof, at: now) }
            // Nobody has looked at what its seller has made of it since.
            if let hidden = try connection.lockedProduct(product), hidden.updatedAt > entry.createdAt {
                throw MarketError.operators(.listingChanged)
            }
            if try holdByReports(again: product, reason: reason, by: proof, at: now) { return true }
            return try giveBack(product, reason: reason, by: proof, at: now)
        case (.approved, let product?, _):
            return try hideUntilApproval(product, reason: reason, by: proof, at: now)
        case (.givenBack, let product?, _):
            // Where reports had hidden it first, they do so again, before what an operator has done about that.
            let isHeld = try holdByReports(dismissedWith: entry, of: product, reason: reason, by: proof, at: now)
            let before = try operatorHold(of: product, before: number)
            if isHeld, before == nil { return true }
            let (act, reason) = before ?? (.hidden, reason)
            return try hold(product, act, again: true, reason: reason, by: proof, at: now)
        case (.locked, let product?, _), (.unlocked, let product?, _):
            // What was locked before it was locked again stays locked, for the reason of then.
            let before = try connection.first(
                """
                SELECT reason FROM (
                    SELECT action, reason FROM moderation_log WHERE product_id = $1 AND id < $2
                        AND action IN ('locked', 'unlocked') ORDER BY id DESC LIMIT 1) AS last
                WHERE action = 'locked'
                """,
                [.integer(product.rawValue), .integer(number)]
            ) { try $0.text(0) }
            return try setLocked(before != nil, product: product, reason: before ?? reason, by: proof, at: now) ?? false
        case (.contactBlocked, _, _), (.contactUnblocked, _, _):
            guard let key = entry.setting.map(ContactKey.init(rawValue:)) else { return false }
            let isBlocked = entry.action == .contactUnblocked
            return try setBlocked(isBlocked, contacts: [key], reason: reason, by: proof, at: now)
        case (.blocked, _, _), (.unblocked, _, _):
            guard let vendor = entry.vendor else { return false }
            let before = try block(of: vendor, before: number)
            // Its days are over, so there is nothing to go back to.
            if let end = before?.end, end <= now, entry.action == .unblocked { return false }
            let block = before.flatMap { $0.end.map { $0 > now } ?? true ? $0 : nil }
            return try setBlocked(
                block != nil,
                until: block?.end,
                vendor: vendor,
                reason: block?.reason ?? reason,
                by: proof,
                at: now
            )?.isChanged ?? false
        case (.dismissed, _, let report?), (.upheld, _, let report?):
            return try reopen(report, reason: reason, by: proof, at: now)
        default: return false
        }
    }

    /// Takes back a decision about a report.
    ///
    /// - Returns: whether there is such a report, and it was decided.
    private func reopen(_ id: Report.ID, reason: String, by proof: OperatorProof, at now: Timestamp) throws -> Bool {
        guard let report = try report(id), report.decision != nil else { return false }
        try connection.execute(
            "UPDATE report SET decision = NULL, decision_reason = NULL, decided_at = NULL WHERE id = $1",
            [.integer(id.rawValue)]
        )
        try connection.note(
            .reopened,
            report: id,
            product: report.subject.product,
            vendor: report.vendor,
            reason: reason,
            by: proof,
            at: now
        )
        if let product = report.subject.product {
            try holdByReports(keptUntilReopening: product, reason: reason, by: proof, at: now)
        }
        return true
    }

    /// Has reports hold a listing again that only an upheld one of them kept hidden, for what is left of their time. What its seller
    /// has edited since, nobody has looked at, so it stays hidden.
    private func holdByReports(
        keptUntilReopening id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws {
        guard let product = try connection.lockedProduct(id), let held = try storedHold(of: id),
            held.hold.kind == .hidden, try lastHold(of: id)?.action == .holdKept,
            product.updatedAt <= held.hold.createdAt, let end = try endOfReports(held, of: product, at: now)
        else { return }
        try setHold(.reports, of: product, reason: nil, endsAt: end, at: now)
        try note(.held, of: product, reason: reason, by: proof, at: now)
    }

    /// Opens the reports again that were dismissed because a listing which they held was shown again. They hold it for what is
    /// left of their time.
    ///
    /// - Returns: whether reports had held it. If their time is over, they don't any more.
    private func holdByReports(
        dismissedWith entry: ModerationEntry,
        of id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> Bool {
        guard let product = try connection.lockedProduct(id), try wasHeldByReports(id, before: entry.id) else {
            return false
        }
        let dismissed = try connection.all(
            "SELECT id FROM report WHERE product_id = $1 AND decision = 'dismissed' AND decided_at = $2 ORDER BY id",
            [.integer(id.rawValue), .integer(entry.createdAt.millisecondsSinceEpoch)]
        ) { Report.ID(rawValue: try $0.positive(0)) }
        for report in dismissed { _ = try reopen(report, reason: reason, by: proof, at: now) }
        let begin = try connection.first(
            "SELECT max(held_at) FROM report WHERE product_id = $1 AND decision IS NULL",
            [.integer(id.rawValue)]
        ) { try $0.optionalTimestamp(0) }
        guard let begin = begin ?? nil else { return false }
        let end = begin.adding(seconds: Int64(ReportRules.hoursOfHold) * 3600)
        if end > now { try setHold(.reports, of: product, reason: nil, endsAt: end, at: now) }
        let action: ModerationEntry.Action = end > now ? .held : .holdEnded
        try note(action, of: product, reason: reason, by: proof, at: now)
        return true
    }

    /// Returns whether reports had hidden a listing first that was hidden when an entry was added.
    private func wasHeldByReports(_ id: Product.ID, before entry: Int64) throws -> Bool {
        let acts = OperatorHold.allCases.map { "'\($0.action.rawValue)'" }.joined(separator: ", ")
        return try connection.first(
            """
            SELECT action FROM moderation_log WHERE product_id = $1 AND id < $2 AND action IN (\(ModerationEntry.holding))
                AND action NOT IN (\(acts)) ORDER BY id DESC LIMIT 1
            """,
            [.integer(id.rawValue), .integer(entry)]
        ) { try $0.text(0) } == ModerationEntry.Action.held.rawValue
    }

    /// Returns what hid a listing last or showed it again, before an entry was added or until now, and why.
    private func lastHold(
        of id: Product.ID,
        before entry: Int64 = .max
    ) throws -> (action: ModerationEntry.Action, reason: String)? {
        try connection.first(
            """
            SELECT action, reason FROM moderation_log WHERE product_id = $1 AND id < $2 AND action IN (\(ModerationEntry.holding))
            ORDER BY id DESC LIMIT 1
            """,
            [.integer(id.rawValue), .integer(entry)]
        ) { row in
            guard let action = ModerationEntry.Action(rawValue: try row.text(0)) else { throw row.wrongType(0) }
            return (action, try row.text(1))
        }
    }

    /// Returns how an operator held a listing when an entry was added, and why; nil if none did.
    private func operatorHold(of id: Product.ID, before entry: Int64) throws -> (act: OperatorHold, reason: String)? {
        guard let (action, reason) = try lastHold(of: id, before: entry) else { return nil }
        // What an upheld report keeps hidden is the operator's.
        if action == .holdKept { return (.hidden, reason) }
        return OperatorHold.allCases.first { $0.action == action }.map { ($0, reason) }
    }

    /// Returns why and until when a seller was blocked when an entry was added; nil if they weren't.
    private func block(of vendor: Vendor.ID, before entry: Int64) throws -> (reason: String, end: Timestamp?)? {
        try connection.first(
            """
            SELECT reason, ends_at FROM (
                SELECT action, reason, ends_at FROM moderation_log WHERE vendor_id = $1 AND id < $2
                    AND action IN ('blocked', 'unblocked', 'block_ended') ORDER BY id DESC LIMIT 1) AS last
            WHERE action = 'blocked'
            """,
            [.integer(vendor.rawValue), .integer(entry)]
        ) { (try $0.text(0), try $0.optionalTimestamp(1)) }
    }
}
