package import MarketModels

// The log of what was done. What undoes an entry is in UndoRecords.swift.

extension ModerationEntry {
    /// The newest entry about a thing can be undone, if an operator can do the opposite.
    static var columns: String {
        """
        m.id, m.action, m.report_id, m.product_id, m.vendor_id, m.reason, m.created_at, m.operator_name, m.setting,
        m.key_name, m.created_at > $1 AND CASE
            WHEN m.action IN ('hidden', 'change_asked', 'removed')
                THEN EXISTS (SELECT 1 FROM listing_hold WHERE product_id = m.product_id \(one))
                AND \(unchanged("product_id", holding))
            WHEN m.action IN ('given_back', 'approved')
                THEN EXISTS (SELECT 1 FROM product WHERE id = m.product_id \(one))
                AND \(unchanged("product_id", holding))
            WHEN m.action IN ('locked', 'unlocked') THEN EXISTS (SELECT 1 FROM product WHERE id = m.product_id \(one))
                AND \(unchanged("product_id", "'locked', 'unlocked'"))
            WHEN m.action IN ('contact_blocked', 'contact_unblocked')
                THEN \(unchanged("setting", "'contact_blocked', 'contact_unblocked'"))
            WHEN m.action IN ('blocked', 'unblocked')
                THEN \(unchanged("vendor_id", "'blocked', 'unblocked', 'block_ended'"))
            WHEN m.action IN ('dismissed', 'upheld') THEN EXISTS (SELECT 1 FROM report WHERE id = m.report_id \(one))
                AND \(unchanged("report_id", "'dismissed', 'upheld', 'reopened'"))
            ELSE 1 = 0 END
        """
    }

    /// What hides a listing or shows it again.
    static var holding: String {
        "'held', 'hidden', 'change_asked', 'removed', 'given_back', 'hold_ended', 'approved', 'waits_again', 'change_waits', 'hold_kept'"
    }

    private static func unchanged(_ column: String, _ actions: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM moderation_log AS l WHERE l.\(column) = m.\(column) AND l.id > m.id \
        AND l.action IN (\(actions)) \(one))
        """
    }

    /// Keeps PostgreSQL, which doesn't know how few entries a page has, from reading whole tables for them.
    private static var one: String { "LIMIT 1 OFFSET 0" }

    static func earliestToUndo(at now: Timestamp) -> MoveValue {
        .integer(now.adding(days: -daysToUndo).millisecondsSinceEpoch)
    }
}

extension ReportRecords {
    /// Notes that an operator has erased a product, and removes what else is kept of its content: the products that the seller's
    /// requests of a day have listed.
    package func noteErasure(of product: Product, _ erasure: ProductErasure, at now: Timestamp) throws {
        try connection.execute(
            product.vendor.id == Vendor.guestID
                ? "DELETE FROM idempotency_record WHERE seller LIKE $1"
                : "DELETE FROM idempotency_record WHERE seller = (SELECT identifier FROM vendor WHERE id = $1)",
            [product.vendor.id == Vendor.guestID ? .text("\u{1}%") : .integer(product.vendor.id.rawValue)]
        )
        try note(.erased, of: product, reason: erasure.reason, by: erasure.proof, at: now)
    }

    /// Removes from the log what the seller of a product that is deleted has answered.
    package func removeAnswers(about id: Product.ID) throws {
        try connection.execute(
            "UPDATE moderation_log SET reason = '' WHERE product_id = $1 AND action = 'answered'",
            [.integer(id.rawValue)]
        )
    }

    /// Adds an entry about a listing.
    ///
    /// - Parameter proof: of the operator; nil for what reports, time and sellers do.
    func note(
        _ action: ModerationEntry.Action,
        of product: Product,
        reason: String = "",
        by proof: OperatorProof? = nil,
        at now: Timestamp
    ) throws {
        try connection.note(action, product: product.id, vendor: product.vendor.id, reason: reason, by: proof, at: now)
    }
}

extension RecordConnection {
    /// Adds an entry about a seller, or about what is the market's own.
    func note(
        _ action: ModerationEntry.Action,
        report: Report.ID? = nil,
        product: Product.ID? = nil,
        vendor: Vendor.ID? = nil,
        setting: String? = nil,
        endsAt end: Timestamp? = nil,
        reason: String = "",
        by proof: OperatorProof? = nil,
        at now: Timestamp
    ) throws {
        try execute(
            """
            INSERT INTO moderation_log
            (action, report_id, product_id, vendor_id, setting, ends_at, reason, operator_name, key_name, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """,
            [
                .text(action.rawValue), .init(report?.rawValue), .init(product?.rawValue), .init(vendor?.rawValue),
                .init(setting), .init(end?.millisecondsSinceEpoch), .text(reason), .init(proof?.name),
                .init(proof?.key?.name),
                .integer(now.millisecondsSinceEpoch),
            ]
        )
    }
}

extension StoredRow {
    func entry() throws -> ModerationEntry {
        guard let action = ModerationEntry.Action(rawValue: try text(1)) else { throw wrongType(1) }
        return ModerationEntry(
            id: try positive(0),
            action: action,
            by: try optionalText(7),
            with: try optionalText(9),
            report: try optionalInteger(2).map { Report.ID(rawValue: $0) },
            product: try optionalInteger(3).map { Product.ID(rawValue: $0) },
            vendor: try optionalInteger(4).map { Vendor.ID(rawValue: $0) },
            setting: try optionalText(8),
            reason: try text(5),
            createdAt: try timestamp(6),
            canBeUndone: try boolean(10)
        )
    }
}
