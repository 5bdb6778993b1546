package import MarketModels

// The decisions about several reports. That about one is in ReportRecords.swift.

extension ReportRecords {
    /// Returns the open reports about a listing or a seller, the oldest first.
    ///
    /// - Parameter withListings: whether those about listings of the seller are among them.
    func openReports(
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
