package import MarketModels

// What operators see of reports and listings. What they do about listings is in ListingActRecords.swift, and the log in
// ModerationLog.swift.

extension ReportRecords {
    /// How many of the newest listings that only their sellers see are looked through for a text.
    private static var searchedCount: Int { 20_000 }
    /// How many of these are looked through with their descriptions and contacts, which takes longer.
    private static var wholeCount: Int { 5000 }
    /// Above it, listings of a day aren't counted any further.
    private static var countedListings: Int { 10_000 }

    /// The listings whose sellers have answered a hold, or have edited them since they were asked to or refused
    /// (``ListingHold/isFollowed(by:)``).
    private static var changedAsAsked: String {
        """
        FROM (
            SELECT product_id, created_at, answer FROM listing_hold WHERE kind = 'change_asked'
            UNION SELECT product_id, created_at, answer FROM listing_hold WHERE kind = 'hidden' AND has_waited
            UNION SELECT product_id, created_at, answer FROM listing_hold WHERE answer IS NOT NULL) AS h
        JOIN product AS p ON p.id = h.product_id WHERE (h.answer IS NOT NULL OR p.updated_at > h.created_at)
        """
    }
    /// When a seller has answered the hold of the product `p`, or edited it.
    private static var changedAt: String {
        """
        CASE WHEN h.answer IS NULL THEN p.updated_at ELSE coalesce((
            SELECT max(l.created_at) FROM moderation_log AS l WHERE l.product_id = p.id AND l.action = 'answered'
        ), p.updated_at) END
        """
    }

    // MARK: Reports

    package func urgentReports(after count: Int, limit: Int) throws -> [Report] {
        // The most urgent of the reports about one thing, and then the oldest, stands for all of them.
        let unit = 1 << 60
        return try connection.all(
            """
            SELECT \(Self.reportColumns) FROM (
                SELECT min(\(unit) * CASE reason WHEN 'illegal' THEN 0 WHEN 'personal_data' THEN 1 ELSE 2 END + id) AS first,
                    count(DISTINCT network) AS networks
                FROM report WHERE decision IS NULL
                GROUP BY product_id, CASE WHEN product_id IS NULL THEN vendor_id END) AS subject
            JOIN report ON id = first % \(unit) ORDER BY first / \(unit), networks DESC, id LIMIT $1 OFFSET $2
            """,
            [.integer(Int64(limit)), .integer(Int64(count))]
        ) { try $0.report() }
    }

    /// Returns the open reports about a listing or a seller, the oldest first.
    ///
    /// - Parameter withListings: whether those about listings of the seller are among them.
    private func openReports(
        about subject: Report.Subject,
        withListings: Bool,
        limit: Int = .max
    ) throws -> [Report.ID] {
        let isOnlySeller = subject.product == nil && !withListings
        return try connection.all(
            """
            SELECT id FROM report WHERE \(subject.column) = $1 \(isOnlySeller ? "AND product_id IS NULL" : "")
                AND decision IS NULL ORDER BY id LIMIT $2
            """,
            [subject.number, .integer(Int64(limit))]
        ) { Report.ID(rawValue: try $0.positive(0)) }
    }

    package func openReportCount(about subject: Report.Subject, withListings: Bool) throws -> Int {
        try openReports(about: subject, withListings: withListings).count
    }

    /// Decides a report, and all others that are open about the same thing, for the same reason.
    package func decideAll(
        with id: Report.ID,
        _ decision: Report.Decision,
        hides: Bool,
        by proof: OperatorProof
    ) throws -> Report? {
        guard let report = try report(id) else { return nil }
        guard report.decision == nil else { return report }
        let open = try openReports(about: report.subject, withListings: false)
        let decided = try decide(id, decision, hides: hides, by: proof)
        for other in open where other != id { _ = try decide(other, decision, hides: false, by: proof) }
        return decided
    }

    /// Decides open reports about a listing, or about a seller and all listings of theirs, the oldest first.
    ///
    /// - Returns: how many were decided.
    package func decideReports(
        about subject: Report.Subject,
        _ decision: Report.Decision,
        limit: Int,
        by proof: OperatorProof
    ) throws -> Int {
        let open = try openReports(about: subject, withListings: true, limit: limit)
        for id in open { _ = try decide(id, decision, hides: false, by: proof) }
        return open.count
    }

    package func reports(
        about subject: Report.Subject,
        before last: Report.ID?,
        limit: Int
    ) throws -> [Report] {
        try connection.all(
            """
            SELECT \(Self.reportColumns) FROM report WHERE \(subject.column) = $1 AND id < $2
            ORDER BY id DESC LIMIT $3
            """,
            [subject.number, .integer(last?.rawValue ?? .max), .integer(Int64(limit))]
        ) { try $0.report() }
    }

    package func awaited(limit: Int) throws -> [AwaitedDecision] {
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
        let changed = try awaited(
            "SELECT p.id, p.name, \(Self.changedAt) \(Self.changedAsAsked) ORDER BY 3 DESC LIMIT $1",
            limit: limit
        ) { id, _ in .changed(id) }
        let waiting = try awaited(
            """
            SELECT p.id, p.name, h.created_at, EXISTS (SELECT 1 FROM listing_change AS c WHERE c.product_id = p.id)
            FROM listing_hold AS h JOIN product AS p ON p.id = h.product_id
            WHERE h.kind = 'waiting' ORDER BY h.product_id DESC LIMIT $1
            """,
            limit: limit
        ) { id, row in try row.boolean(3) ? .changeWaits(id) : .waiting(id) }
        return Array((reports + changed + waiting).sorted { $0.since > $1.since }.prefix(limit))
    }

    /// Reads listings with their names and since when they wait.
    private func awaited(
        _ sql: String,
        limit: Int,
        _ kind: (Product.ID, Connection.Row) throws -> AwaitedDecision.Kind
    ) throws -> [AwaitedDecision] {
        try connection.all(sql, [.integer(Int64(limit))]) { row in
            let id = Product.ID(rawValue: try row.positive(0))
            return AwaitedDecision(try kind(id, row), named: try row.nonEmptyText(1), since: try row.timestamp(2))
        }
    }

    // MARK: Listings

    package func listings(
        _ scope: ModerationScope,
        after last: Product.ID?,
        limit: Int
    ) throws -> [ModeratedListing] {
        var values: [MoveValue] = [.integer(last?.rawValue ?? .max), .integer(Int64(limit))]
        let sql: String
        switch scope {
        case .all: sql = "SELECT id FROM product WHERE id < $1 ORDER BY id DESC LIMIT $2"
        case .held:
            sql = """
                SELECT product_id FROM listing_hold WHERE kind <> 'waiting' AND product_id < $1
                ORDER BY product_id DESC LIMIT $2
                """
        case .changed:
            sql = "SELECT h.product_id \(Self.changedAsAsked) AND h.product_id < $1 ORDER BY h.product_id DESC LIMIT $2"
        case .waiting:
            sql = """
                SELECT product_id FROM listing_hold WHERE kind = 'waiting' AND product_id < $1
                ORDER BY product_id DESC LIMIT $2
                """
        case .seller(let vendor):
            sql = "SELECT id FROM product WHERE vendor_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2"
            values.append(.integer(vendor.rawValue))
        case .withheld(let text):
            // SQLite knows the letter case of ASCII only, and so may PostgreSQL, so others are looked for in both.
            let conditions = text.split(whereSeparator: \.isWhitespace).map { word in
                let ways = Set([word.lowercased(), word.uppercased()].map(\.lowercasedASCII)).sorted()
                values += ways.map { .text("%\($0.escapedForLike)%") }
                let numbers = (values.count - ways.count + 1)...values.count
                return "(\(numbers.map { "texts LIKE $\($0) ESCAPE '\\'" }.joined(separator: " OR ")))"
            }
            sql = """
                SELECT id FROM (
                    SELECT w.id, lower(w.name || ' ' || v.name || coalesce(CASE WHEN w.id >= (
                        SELECT min(id) FROM (
                            SELECT id FROM product WHERE state > 2 AND id < $1 ORDER BY id DESC LIMIT \(Self.wholeCount)
                        ) AS newest
                    ) THEN (
                        SELECT ' ' || d.description || coalesce(' ' || d.contact, '') FROM product_detail AS d
                        WHERE d.product_id = w.id
                    ) END, '')) AS texts FROM (
                        SELECT id, name, vendor_id FROM product WHERE state > 2 AND id < $1
                        ORDER BY id DESC LIMIT \(Self.searchedCount)
                    ) AS w JOIN vendor AS v ON v.id = w.vendor_id
                ) AS withheld WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC LIMIT $2
                """
        case .contact(let key):
            sql = """
                SELECT product_id FROM contact_key WHERE key = $3 AND product_id < $1
                ORDER BY product_id DESC LIMIT $2
                """
            values.append(.text(key.rawValue))
        }
        return try connection.all(sql, values) { Product.ID(rawValue: try $0.positive(0)) }.compactMap { id in
            guard let product = try connection.product(id) else { return nil }
            return ModeratedListing(
                product,
                hold: try hold(of: id),
                lock: try lock(of: id),
                openReportCount: try openCount(of: id)
            )
        }
    }

    /// Returns the number of listings that wait for approval.
    package func waitingCount() throws -> Int {
        try connection.number("SELECT count(*) FROM listing_hold WHERE kind = 'waiting'")
    }

    /// Returns the number of listings whose sellers have answered or edited them.
    package func changedCount() throws -> Int {
        try connection.number("SELECT count(*) \(Self.changedAsAsked)")
    }

    /// Returns whether a product that everybody sees shows an image.
    package func isPublic(_ name: ImageName) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM image AS i JOIN product AS p ON p.id = i.product_id JOIN vendor AS v ON v.id = p.vendor_id
            WHERE i.name = $1 AND p.state <= 2 AND NOT v.is_blocked LIMIT 1
            """,
            [.text(name.hexDigits)]
        )
    }

    package func products(showing images: Set<ImageName>, limit: Int) throws -> [Product.ID] {
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

    private func openCount(of id: Product.ID) throws -> Int {
        try connection.number(
            "SELECT count(*) FROM report WHERE product_id = $1 AND decision IS NULL",
            [.integer(id.rawValue)]
        )
    }

    package func numbers(at now: Timestamp) throws -> ModerationNumbers {
        let begin = MoveValue.integer(now.adding(days: -1).millisecondsSinceEpoch)
        return ModerationNumbers(
            listed: try connection.number(
                """
                SELECT count(*) FROM (SELECT registered_at FROM product ORDER BY id DESC LIMIT \(Self.countedListings))
                    AS newest WHERE registered_at > $1
                """,
                [begin]
            ),
            sold: try connection.number(
                "SELECT count(*) FROM product WHERE state = 2 AND \(Connection.isListed) AND state_time > $1",
                [begin]
            ),
            reported: try connection.number("SELECT count(*) FROM report WHERE created_at > $1", [begin]),
            openReports: try openCount(),
            held: try connection.number("SELECT count(*) FROM listing_hold WHERE kind <> 'waiting'"),
            changed: try changedCount()
        )
    }
}

extension Report.Subject {
    /// The product; nil if it is about a seller.
    var product: Product.ID? { if case .product(let id) = self { id } else { nil } }

    /// The column that reports and the log have its number in.
    var column: String { product == nil ? "vendor_id" : "product_id" }

    var number: MoveValue {
        switch self {
        case .product(let id): .integer(id.rawValue)
        case .vendor(let id): .integer(id.rawValue)
        }
    }
}

extension String {
    /// The text for a pattern of LIKE, with a backslash before each character that has a meaning there.
    var escapedForLike: String {
        map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// The text with ASCII letters in lower case, as every store's `lower` makes them, and others as they are.
    fileprivate var lowercasedASCII: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
                }
            )
        )
    }
}
