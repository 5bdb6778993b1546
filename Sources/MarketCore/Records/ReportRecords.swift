package import MarketModels

/// The reports and holds of a store. The statements are the same in every store.
package struct ReportRecords<Connection: RecordConnection> {
    static var holdColumns: String {
        """
        kind, reason, created_at, CASE WHEN kind <> 'blocked' THEN ends_at ELSE (SELECT v.block_ends_at FROM product AS p
            JOIN vendor AS v ON v.id = p.vendor_id WHERE p.id = product_id) END,
        answer, state, state_time, was_listed, has_waited, reports_end_at, coalesce(hidden_at, created_at)
        """
    }

    let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    // MARK: Reading

    package func report(_ id: Report.ID) throws -> Report? {
        try connection.first("SELECT \(Report.columns) FROM report WHERE id = $1", [.integer(id.rawValue)]) {
            try $0.report()
        }
    }

    package func report(withReceipt hash: ReceiptHash) throws -> Report? {
        try connection.first("SELECT \(Report.columns) FROM report WHERE receipt_hash = $1", [.text(hash.rawValue)]) {
            try $0.report()
        }
    }

    package func openCount() throws -> Int {
        try connection.number("SELECT count(*) FROM report WHERE decision IS NULL")
    }

    package func hold(of id: Product.ID) throws -> ListingHold? {
        guard var hold = try storedHold(of: id)?.hold else { return nil }
        if hold.kind == .waiting { hold.changes = try changesThatLast(of: id) }
        return hold
    }

    // MARK: Reporting

    package func add(_ new: NewReport) throws -> ReportOutcome? {
        var product: Product?
        let vendor: Vendor.ID
        switch new.subject {
        case .product(let id):
            // From here on, one report of the product is counted after the other.
            product = try connection.lockedProduct(id)
            guard let product else { return nil }
            vendor = product.vendor.id
        case .vendor(let id):
            guard try connection.exists("SELECT id FROM vendor WHERE id = $1", [.integer(id.rawValue)]) else {
                return nil
            }
            vendor = id
        }
        let count = try connection.execute(
            """
            INSERT INTO report (receipt_hash, product_id, vendor_id, reason, text, name, mail, network, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (receipt_hash) DO NOTHING
            """,
            [
                .text(new.receipt.rawValue), .init(product?.id.rawValue), .integer(vendor.rawValue),
                .text(new.content.reason.rawValue), .text(new.content.text), .init(new.content.name),
                .init(new.content.mail), .text(new.network), .integer(new.createdAt.millisecondsSinceEpoch),
            ]
        )
        guard let report = try report(withReceipt: new.receipt) else {
            throw CorruptRowError(reason: "a report was written and isn't there")
        }
        let isNew = count > 0
        let hasHeld =
            if isNew, new.mayHold, let product { try holdByReports(product, at: new.createdAt) } else { false }
        return ReportOutcome(report: report, isNew: isNew, hasHeld: hasHeld)
    }

    /// Holds a product if enough networks of one family have reported it, once only: what an operator has let through, and what
    /// has been held before, is for the operator alone. When its seller has changed it since, networks that haven't reported it
    /// before can hold it again.
    private func holdByReports(_ product: Product, at now: Timestamp) throws -> Bool {
        let change = try lastChange(of: product.id)
        guard product.state.isPublic, try !hasBeenHeldOrLetThrough(product.id, since: change) else { return false }
        let id = MoveValue.integer(product.id.rawValue)
        let networks = try connection.all(
            """
            SELECT network FROM report AS r WHERE product_id = $1 AND decision IS NULL AND network IS NOT NULL
                AND (SELECT count(DISTINCT product_id) FROM report
                    WHERE network = r.network AND held_at > $2 AND held_at <= $5) < $3
                AND created_at >= $4 AND NOT EXISTS (
                    SELECT 1 FROM report AS e
                    WHERE e.product_id = r.product_id AND e.network = r.network AND e.created_at < $4)
            GROUP BY network LIMIT 100
            """,
            [
                id, .integer(now.adding(days: -1).millisecondsSinceEpoch),
                .integer(Int64(ReportRules.holdsPerNetwork)), .integer(change?.time ?? 0),
                // What was held while the clock was ahead bars no network until then.
                .integer(now.millisecondsSinceEpoch),
            ]
        ) { try $0.nonEmptyText(0) }
        let countOfIPv6 = networks.count { $0.hasPrefix(NewReport.prefixOfIPv6) }
        guard max(countOfIPv6, networks.count - countOfIPv6) >= ReportRules.networksForHold else { return false }
        for network in networks {
            try connection.execute(
                "UPDATE report SET held_at = $1 WHERE product_id = $2 AND network = $3 AND decision IS NULL",
                [.integer(now.millisecondsSinceEpoch), id, .text(network)]
            )
        }
        let end = now.adding(seconds: Int64(ReportRules.hoursOfHold) * 3600)
        try beginHold(.reports, of: product, reason: nil, endsAt: end, at: now)
        try note(.held, of: product, at: now)
        return true
    }

    private func hasBeenHeldOrLetThrough(_ id: Product.ID, since change: (entry: Int64, time: Int64)?) throws -> Bool {
        try connection.exists(
            """
            SELECT m.id FROM moderation_log AS m
            WHERE m.product_id = $1 AND m.id > $2 AND (m.action IN ('held', 'given_back')
                OR m.action = 'dismissed' AND NOT EXISTS (
                    SELECT 1 FROM moderation_log AS l
                    WHERE l.report_id = m.report_id AND l.id > m.id AND l.action = 'reopened')) LIMIT 1
            """,
            [.integer(id.rawValue), .integer(change?.entry ?? 0)]
        )
    }

    /// Returns the entry of the last change that was noted, and its time.
    private func lastChange(of id: Product.ID) throws -> (entry: Int64, time: Int64)? {
        try connection.first(
            "SELECT id, created_at FROM moderation_log WHERE product_id = $1 AND action = 'changed' ORDER BY id DESC LIMIT 1",
            [.integer(id.rawValue)]
        ) { (try $0.positive(0), try $0.timestamp(1).millisecondsSinceEpoch) }
    }

    /// Notes that an edit changes a product that was held or let through before.
    ///
    /// - Parameter changes: what ``changes(by:of:images:)`` has returned.
    package func note(_ changes: [ListingChange], of before: Product, at now: Timestamp) throws {
        guard !changes.isEmpty, try hasBeenHeldOrLetThrough(before.id, since: lastChange(of: before.id)) else { return }
        try note(.changed, of: before, at: now)
    }

    // MARK: Deciding

    package func decide(
        _ id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        over seen: DecisionVersion? = nil,
        by proof: OperatorProof
    ) throws -> Report? {
        guard let report = try report(id) else { return nil }
        let now = decision.decidedAt
        let product = try report.subject.product.flatMap { try connection.lockedProduct($0) }
        if hides, let seen, let product, report.decision == nil {
            try mustStand(seen, before: .hide, on: product.id, reason: decision.reason)
        }
        let count = try connection.execute(
            """
            UPDATE report SET decision = $1, decision_reason = $2, decided_at = $3 WHERE id = $4 AND decision IS NULL
            """,
            [
                .text(decision.kind.rawValue), .text(decision.reason), .integer(now.millisecondsSinceEpoch),
                .integer(id.rawValue),
            ]
        )
        guard count > 0 else { return try self.report(id) }
        try connection.note(
            decision.kind == .dismissed ? .dismissed : .upheld,
            report: id,
            product: report.subject.product,
            vendor: report.vendor,
            reason: decision.reason,
            by: proof,
            at: now
        )
        if let product {
            if hides, try !isRemoved(product.id) {
                try hold(product, .hidden, reason: decision.reason, by: proof, at: now)
            }
            try endHoldByReports(of: product, reason: decision.reason, by: proof, at: now)
        }
        return try self.report(id)
    }

    /// Ends a hold by reports once none of them is open. What an operator has upheld stays hidden, for that reason.
    private func endHoldByReports(
        of product: Product,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws {
        guard let held = try storedHold(of: product.id), held.hold.kind == .reports, try !hasOpenReports(product.id),
            try replaceHold(held, of: product, at: now)
        else { return }
        try note(.givenBack, of: product, reason: reason, by: proof, at: now)
    }

    func hasOpenReports(_ id: Product.ID) throws -> Bool {
        try connection.exists(
            "SELECT id FROM report WHERE product_id = $1 AND decision IS NULL LIMIT 1",
            [.integer(id.rawValue)]
        )
    }
}

// MARK: - Rows

extension Report {
    /// The columns that ``StoredRow/report()`` reads.
    static let columns =
        "id, product_id, vendor_id, reason, text, name, mail, created_at, decision, decision_reason, decided_at"
}

extension StoredRow {
    func report() throws -> Report {
        guard let reason = ReportReason(rawValue: try text(3)) else { throw wrongType(3) }
        let vendor = Vendor.ID(rawValue: try count(2))
        var decision: Report.Decision?
        if let stored = try optionalText(8) {
            guard let kind = Report.Decision.Kind(rawValue: stored) else { throw wrongType(8) }
            decision = Report.Decision(kind, reason: try text(9), decidedAt: try timestamp(10))
        }
        return Report(
            id: Report.ID(rawValue: try positive(0)),
            subject: try optionalInteger(1).map { .product(Product.ID(rawValue: $0)) } ?? .vendor(vendor),
            vendor: vendor,
            content: CheckedReport(
                reason: reason,
                text: try text(4),
                name: try optionalText(5),
                mail: try optionalText(6)
            ),
            createdAt: try timestamp(7),
            decision: decision
        )
    }
}

extension Bool {
    /// A condition that is as true in every store.
    var condition: String { self ? "1 = 1" : "1 = 0" }
}
