package import MarketModels

// What operators see of listings and sellers, and do about sellers. The log is in ModerationLog.swift.

extension ReportRecords {
    /// How many of the newest listings that only their sellers see are looked through for a text.
    private static var searchedCount: Int { 20_000 }
    /// Above it, listings of a day aren't counted any further.
    private static var countedListings: Int { 10_000 }

    // MARK: Reports

    package func urgentReports(limit: Int) throws -> [Report] {
        try connection.all(
            """
            SELECT \(Self.reportColumns) FROM report AS r WHERE decision IS NULL
            ORDER BY CASE reason WHEN 'illegal' THEN 0 WHEN 'personal_data' THEN 1 ELSE 2 END,
                (SELECT count(*) FROM report WHERE product_id = r.product_id AND decision IS NULL) DESC, id
            LIMIT $1
            """,
            [.integer(Int64(limit))]
        ) { try $0.report() }
    }

    package func reports(about subject: Report.Subject, limit: Int) throws -> [Report] {
        let (column, id) =
            switch subject {
            case .product(let id): ("product_id", id.rawValue)
            case .vendor(let id): ("vendor_id", id.rawValue)
            }
        return try connection.all(
            "SELECT \(Self.reportColumns) FROM report WHERE \(column) = $1 ORDER BY id DESC LIMIT $2",
            [.integer(id), .integer(Int64(limit))]
        ) { try $0.report() }
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
            sql = "SELECT product_id FROM listing_hold WHERE product_id < $1 ORDER BY product_id DESC LIMIT $2"
        case .seller(let vendor):
            sql = "SELECT id FROM product WHERE vendor_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2"
            values.append(.integer(vendor.rawValue))
        case .withheld(let text):
            sql = """
                SELECT id FROM (
                    SELECT id, name FROM product WHERE state > 2 AND id < $1 ORDER BY id DESC LIMIT \(Self.searchedCount)
                ) AS withheld WHERE lower(name) LIKE $3 ESCAPE '\\' ORDER BY id DESC LIMIT $2
                """
            values.append(.text("%\(text.lowercased().escapedForLike)%"))
        }
        return try connection.all(sql, values) { Product.ID(rawValue: try $0.positive(0)) }.compactMap { id in
            guard let product = try connection.product(id) else { return nil }
            return ModeratedListing(product, hold: try hold(of: id), openReportCount: try openCount(of: id))
        }
    }

    private func openCount(of id: Product.ID) throws -> Int {
        let count = try connection.first(
            "SELECT count(*) FROM report WHERE product_id = $1 AND decision IS NULL",
            [.integer(id.rawValue)]
        ) { try $0.count(0) }
        return Int(clamping: count ?? 0)
    }

    package func numbers(at now: Timestamp) throws -> ModerationNumbers {
        let begin = MoveValue.integer(now.adding(days: -1).millisecondsSinceEpoch)
        func count(_ sql: String, _ values: [MoveValue]) throws -> Int {
            Int(clamping: try connection.first(sql, values) { try $0.count(0) } ?? 0)
        }
        return ModerationNumbers(
            listed: try count(
                """
                SELECT count(*) FROM (SELECT registered_at FROM product ORDER BY id DESC LIMIT \(Self.countedListings))
                    AS newest WHERE registered_at > $1
                """,
                [begin]
            ),
            sold: try count(
                "SELECT count(*) FROM product WHERE state = 2 AND \(Connection.isListed) AND state_time > $1",
                [begin]
            ),
            reported: try count("SELECT count(*) FROM report WHERE created_at > $1", [begin]),
            openReports: try openCount(),
            held: try count("SELECT count(*) FROM listing_hold", [])
        )
    }

    // MARK: Sellers

    /// - Returns: the vendor and whether this has changed anything; nil if there is none.
    package func setBlocked(
        _ isBlocked: Bool,
        vendor id: Vendor.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) throws -> (vendor: Vendor, isChanged: Bool)? {
        guard let vendor = try connection.lockedVendor(id) else { return nil }
        guard vendor.isBlocked != isBlocked else { return (vendor, false) }
        try connection.execute(
            "UPDATE vendor SET is_blocked = (\(isBlocked.condition)) WHERE id = $1",
            [.integer(id.rawValue)]
        )
        if isBlocked {
            try hideAll(of: id, reason: reason, at: now)
        } else {
            try giveBackWhatBlockHid(of: id, at: now)
        }
        try note(isBlocked ? .blocked : .unblocked, product: nil, vendor: id, reason: reason, by: proof, at: now)
        return try connection.vendor(id).map { ($0, true) }
    }

    /// Hides what isn't hidden by an operator yet. A hold by reports would end by itself, so it becomes the block's.
    private func hideAll(of vendor: Vendor.ID, reason: String, at now: Timestamp) throws {
        let ids = try connection.all(
            """
            SELECT p.id FROM product AS p LEFT JOIN listing_hold AS h ON h.product_id = p.id
            WHERE p.vendor_id = $1 AND (h.product_id IS NULL OR h.kind = 'reports') ORDER BY p.id
            """,
            [.integer(vendor.rawValue)]
        ) { Product.ID(rawValue: try $0.positive(0)) }
        for id in ids {
            guard let product = try connection.lockedProduct(id) else { continue }
            try setHold(.blocked, of: product, reason: reason, at: now)
        }
    }

    private func giveBackWhatBlockHid(of vendor: Vendor.ID, at now: Timestamp) throws {
        let ids = try connection.all(
            """
            SELECT h.product_id FROM listing_hold AS h JOIN product AS p ON p.id = h.product_id
            WHERE p.vendor_id = $1 AND h.kind = 'blocked' ORDER BY h.product_id
            """,
            [.integer(vendor.rawValue)]
        ) { Product.ID(rawValue: try $0.positive(0)) }
        for id in ids {
            guard let product = try connection.lockedProduct(id), let held = try storedHold(of: id) else { continue }
            try endHold(held, of: product, at: now)
        }
    }
}

extension String {
    /// The text for a pattern of LIKE, with a backslash before each character that has a meaning there.
    fileprivate var escapedForLike: String {
        map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
