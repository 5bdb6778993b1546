public import MarketModels

/// What operators see of reports, listings and sellers.
extension ProductStore {
    /// Returns a report, or nil if there is none with this number.
    public func report(_ id: Report.ID, for _: OperatorProof) async throws(MarketError) -> Report? {
        try await readRecords { try $0.reports.report(id) }
    }

    /// Returns reports, the oldest first.
    ///
    /// - Parameters:
    ///   - isOpen: whether only those are returned that aren't decided.
    ///   - last: the report after which the page begins; nil for the first page.
    public func reports(
        isOpen: Bool,
        after last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { connection in
            try connection.all(
                """
                SELECT \(Report.columns) FROM report WHERE id > $1 \(isOpen ? "AND decision IS NULL" : "")
                ORDER BY id LIMIT $2
                """,
                [.integer(last?.rawValue ?? 0), .integer(Int64(limit))]
            ) { try $0.report() }
        }
    }

    /// Returns one open report for each listing or seller that is reported, the most urgent first: what the law asks to be quick
    /// about, then what the most networks have reported, then the oldest. However much one network reports, it counts once.
    ///
    /// - Parameter count: how many come before the page.
    public func urgentReports(
        after count: Int,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { connection in
            // The most urgent of the reports about one thing, and then the oldest, stands for all of them.
            let unit = 1 << 60
            return try connection.all(
                """
                SELECT \(Report.columns) FROM (
                    SELECT min(\(unit) * CASE reason WHEN 'illegal' THEN 0 WHEN 'personal_data' THEN 1 ELSE 2 END + id) AS first,
                        count(DISTINCT network) AS networks
                    FROM report WHERE decision IS NULL
                    GROUP BY product_id, CASE WHEN product_id IS NULL THEN vendor_id END) AS subject
                JOIN report ON id = first % \(unit) ORDER BY first / \(unit), networks DESC, id LIMIT $1 OFFSET $2
                """,
                [.integer(Int64(limit)), .integer(Int64(count))]
            ) { try $0.report() }
        }
    }

    /// Returns how many reports are open about a listing or a seller.
    ///
    /// - Parameter withListings: whether those about listings of the seller are counted.
    public func openReportCount(
        about subject: Report.Subject,
        withListings: Bool,
        for _: OperatorProof
    ) async throws(MarketError) -> Int {
        try await readRecords("reports") {
            try $0.reports.openReports(about: subject, withListings: withListings).count
        }
    }

    /// Returns reports about a listing, or about a seller and all listings of theirs, the newest first.
    ///
    /// - Parameter last: the report after which the page begins; nil for the first page.
    public func reports(
        about subject: Report.Subject,
        before last: Report.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Report] {
        try await readRecords("reports") { connection in
            try connection.all(
                """
                SELECT \(Report.columns) FROM report WHERE \(subject.column) = $1 AND id < $2
                ORDER BY id DESC LIMIT $3
                """,
                [subject.number, .integer(last?.rawValue ?? .max), .integer(Int64(limit))]
            ) { try $0.report() }
        }
    }

    /// Returns what waits for operators, the newest first: open reports, listings that their sellers have changed as
    /// asked, and new ones that wait for approval.
    public func awaited(
        limit: Int,
        for _: OperatorFeedProof
    ) async throws(MarketError) -> [AwaitedDecision] {
        try await readRecords("feed of operators") { connection in
            let reports = try connection.all(
                """
                SELECT r.id, r.reason, r.created_at, CASE WHEN r.product_id IS NULL THEN v.name ELSE p.name END
                FROM report AS r JOIN vendor AS v ON v.id = r.vendor_id LEFT JOIN product AS p ON p.id = r.product_id
                WHERE r.decision IS NULL ORDER BY r.id DESC LIMIT $1
                """,
                [.integer(Int64(limit))]
            ) { row in
                guard let reason = ReportReason(rawValue: try row.text(1)) else { throw row.wrongType(1) }
                let id = Report.ID(rawValue: try row.positive(0))
                return AwaitedDecision(.report(id, reason), named: try row.optionalText(3), since: try row.timestamp(2))
            }
            let changed = try connection.awaited(
                "SELECT p.id, p.name, \(ModerationScope.changedAt) \(ModerationScope.changedAsAsked) ORDER BY 3 DESC LIMIT $1",
                limit: limit
            ) { id, _ in .changed(id) }
            let waiting = try connection.awaited(
                """
                SELECT p.id, p.name, h.created_at, EXISTS (SELECT 1 FROM listing_change AS c WHERE c.product_id = p.id)
                FROM listing_hold AS h JOIN product AS p ON p.id = h.product_id
                WHERE h.kind = 'waiting' ORDER BY h.product_id DESC LIMIT $1
                """,
                limit: limit
            ) { id, row in try row.boolean(3) ? .changeWaits(id) : .waiting(id) }
            return Array((reports + changed + waiting).sorted { $0.since > $1.since }.prefix(limit))
        }
    }

    /// Returns listings in every state, the newest first.
    ///
    /// - Parameter last: the listing after which the page begins; nil for the first page.
    public func listings(
        _ scope: ModerationScope,
        after last: Product.ID?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [ModeratedListing] {
        try await readRecords("listings of operators") { connection in
            let reports = connection.reports
            let (sql, values) = scope.statement(after: last, limit: limit)
            return try connection.all(sql, values) { Product.ID(rawValue: try $0.positive(0)) }.compactMap { id in
                guard let product = try connection.product(id) else { return nil }
                return ModeratedListing(
                    product,
                    hold: try reports.hold(of: id),
                    lock: try reports.lock(of: id),
                    openReportCount: try connection.number(
                        "SELECT count(*) FROM report WHERE product_id = $1 AND decision IS NULL",
                        [.integer(id.rawValue)]
                    )
                )
            }
        }
    }

    public func isPublic(_ name: ImageName) async throws(MarketError) -> Bool {
        try await readRecords { connection in
            try connection.exists(
                """
                SELECT 1 FROM image AS i JOIN product AS p ON p.id = i.product_id JOIN vendor AS v ON v.id = p.vendor_id
                WHERE i.name = $1 AND p.state <= 2 AND NOT v.is_blocked LIMIT 1
                """,
                [.text(name.hexDigits)]
            )
        }
    }

    /// Returns the newest listings, in every state, that show one of the images.
    public func products(
        showing images: Set<ImageName>,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [Product.ID] {
        try await readRecords { connection in
            var found: Set<Int64> = []
            for name in images {
                found.formUnion(
                    try connection.all(
                        "SELECT DISTINCT product_id FROM image WHERE name = $1 ORDER BY product_id DESC LIMIT $2",
                        [.text(name.hexDigits), .integer(Int64(limit))]
                    ) { try $0.positive(0) }
                )
            }
            return found.sorted(by: >).prefix(limit).map { Product.ID(rawValue: $0) }
        }
    }

    /// Returns the numbers of the 24 hours before a time.
    public func moderationNumbers(
        at now: Timestamp,
        for _: OperatorProof
    ) async throws(MarketError) -> ModerationNumbers {
        try await readRecords("numbers of the day") { try $0.moderationNumbers(at: now) }
    }

    /// Returns other sellers who have given the same contact as a seller, whose listings the same browser holds rights for, or
    /// who have listed from the same network. Of each of these, only the newest listings are looked at, so that it takes as long
    /// for large sellers.
    public func relatedSellers(
        of vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> [RelatedSeller] {
        try await readRecords("related sellers") { try $0.reports.relatedSellers(of: vendor) }
    }

    /// Returns by what an operator knows a seller's block: another number after each decision about it, 0 before the first. Who
    /// shows the block reads this first, so that what changes meanwhile is another one.
    public func blockVersion(of vendor: Vendor.ID, for _: OperatorProof) async throws(MarketError) -> Int {
        try await readRecords { try $0.reports.blockVersion(of: vendor) }
    }

    /// Returns the number of listings that wait for an approval.
    public func waitingCount(for _: OperatorProof) async throws(MarketError) -> Int {
        try await readRecords { try $0.number("SELECT count(*) FROM listing_hold WHERE kind = 'waiting'") }
    }

    /// Returns the number of listings that ``ModerationScope/changed`` has.
    public func changedCount(for _: OperatorProof) async throws(MarketError) -> Int {
        try await readRecords { try $0.number("SELECT count(*) \(ModerationScope.changedAsAsked)") }
    }

    /// Returns the blocked contacts of a listing, and those that its texts name.
    public func blockedContacts(
        of own: SellerProduct,
        for _: OperatorProof
    ) async throws(MarketError) -> [ContactKey] {
        try await readRecords { try $0.reports.blockedContacts(of: own.product.listing, contact: own.contact) }
    }

    /// Returns the contacts that no listing may have, ordered by their keys.
    ///
    /// - Parameter last: the key after which the page begins; nil for the first page.
    public func blockedContacts(
        after last: ContactKey?,
        limit: Int,
        for _: OperatorProof
    ) async throws(MarketError) -> [BlockedContact] {
        try await readRecords { connection in
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
    }

    /// Returns those of some contacts that listings of other sellers begin with, too. Of each contact, only the newest listings are
    /// looked at.
    public func contacts(
        _ keys: [ContactKey],
        ofOthersThan vendor: Vendor.ID,
        for _: OperatorProof
    ) async throws(MarketError) -> Set<ContactKey> {
        try await readRecords { connection in
            let shared = try keys.filter { key in
                try connection.exists(
                    """
                    SELECT 1 FROM product WHERE vendor_id <> $1 AND id IN (
                        SELECT product_id FROM contact_key WHERE key = $2 ORDER BY product_id DESC LIMIT 200) LIMIT 1
                    """,
                    [.integer(vendor.rawValue), .text(key.rawValue)]
                )
            }
            return Set(shared)
        }
    }

    /// Returns entries of the log, the newest first. What was done about operators is left out for moderators.
    ///
    /// - Parameters:
    ///   - last: the number of the entry after which the page begins; nil for the first page.
    ///   - subject: the only listing or seller; nil for all.
    ///   - now: the time by which it is decided what can still be undone.
    public func moderationLog(
        before last: Int64?,
        about subject: Report.Subject?,
        limit: Int,
        at now: Timestamp,
        for proof: OperatorProof
    ) async throws(MarketError) -> [ModerationEntry] {
        try await readRecords("log") { connection in
            let hidden = ModerationEntry.Action.aboutOperators.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            let values = [ModerationEntry.earliestToUndo(at: now), .integer(last ?? .max), .integer(Int64(limit))]
            return try connection.all(
                """
                SELECT \(ModerationEntry.columns) FROM moderation_log AS m
                WHERE m.id < $2 \(subject.map { "AND m.\($0.column) = $4" } ?? "")
                    \(proof.role == .operator ? "" : "AND m.action NOT IN (\(hidden))")
                ORDER BY m.id DESC LIMIT $3
                """,
                values + [subject?.number].compactMap(\.self)
            ) { try $0.entry() }
        }
    }
}

extension RecordConnection {
    /// Above it, listings of a day aren't counted any further.
    private static var countedListings: Int { 10_000 }

    /// Reads listings with their names and since when they wait.
    fileprivate func awaited(
        _ sql: String,
        limit: Int,
        _ kind: (Product.ID, Row) throws -> AwaitedDecision.Kind
    ) throws -> [AwaitedDecision] {
        try all(sql, [.integer(Int64(limit))]) { row in
            let id = Product.ID(rawValue: try row.positive(0))
            return AwaitedDecision(try kind(id, row), named: try row.nonEmptyText(1), since: try row.timestamp(2))
        }
    }

    fileprivate func moderationNumbers(at now: Timestamp) throws -> ModerationNumbers {
        let begin = MoveValue.integer(now.adding(days: -1).millisecondsSinceEpoch)
        return ModerationNumbers(
            listed: try number(
                """
                SELECT count(*) FROM (SELECT registered_at FROM product ORDER BY id DESC LIMIT \(Self.countedListings))
                    AS newest WHERE registered_at > $1
                """,
                [begin]
            ),
            sold: try number(
                "SELECT count(*) FROM product WHERE state = 2 AND \(Self.isListed) AND state_time > $1",
                [begin]
            ),
            reported: try number("SELECT count(*) FROM report WHERE created_at > $1", [begin]),
            openReports: try reports.openCount(),
            held: try number("SELECT count(*) FROM listing_hold WHERE kind <> 'waiting'"),
            changed: try number("SELECT count(*) \(ModerationScope.changedAsAsked)")
        )
    }
}
