internal import MarketModels

extension ModerationScope {
    /// How many of the newest listings that only their sellers see are looked through for a text.
    private static let searchedCount = 20_000
    /// How many of these are looked through with their descriptions and contacts, which takes longer.
    private static let wholeCount = 5000

    /// The listings whose sellers have answered a hold, or have edited them since they were asked to or refused
    /// (``ListingHold/isFollowed(by:)``).
    static let changedAsAsked = """
        FROM (
            SELECT product_id, created_at, answer FROM listing_hold WHERE kind = 'change_asked'
            UNION SELECT product_id, created_at, answer FROM listing_hold WHERE kind = 'hidden' AND has_waited
            UNION SELECT product_id, created_at, answer FROM listing_hold WHERE answer IS NOT NULL) AS h
        JOIN product AS p ON p.id = h.product_id WHERE (h.answer IS NOT NULL OR p.updated_at > h.created_at)
        """

    /// When a seller has answered the hold of the product `p`, or edited it.
    static let changedAt = """
        CASE WHEN h.answer IS NULL THEN p.updated_at ELSE coalesce((
            SELECT max(l.created_at) FROM moderation_log AS l WHERE l.product_id = p.id AND l.action = 'answered'
        ), p.updated_at) END
        """

    /// Returns a statement that reads the ids of the listings, the newest first, and its parameters.
    ///
    /// - Parameter last: the listing after which the page begins; nil for the first page.
    func statement(after last: Product.ID?, limit: Int) -> (sql: String, values: [MoveValue]) {
        var values: [MoveValue] = [.integer(last?.rawValue ?? .max), .integer(Int64(limit))]
        let sql: String
        switch self {
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
                let ways = Set([word.lowercased(), word.uppercased()].map(\.asciiLowercased)).sorted()
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
        return (sql, values)
    }
}

extension String {
    /// The text for a pattern of LIKE, with a backslash before each character that has a meaning there.
    var escapedForLike: String {
        map { "%_\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
