internal import GRDB
internal import MarketModels

/// Reads one stretch of a list inside one snapshot of the database.
struct ListingReader {
    let database: Database

    func page(_ query: ProductQuery) throws -> ProductPage {
        if query.search != nil || query.isInStock || query.order.isByPrice {
            return try FilteredReader(database: database, query: query).page()
        }
        let (revision, wholeCount) = try database.marketState()
        let total = if let vendor = query.vendor { try productCount(of: vendor) } else { wholeCount }
        var products: [ProductSummary] = []
        var isLast = true
        if let bound = try bound(of: query, total: total) {
            products.reserveCapacity(min(query.size, Int(clamping: total)))
            let sql = ListingStatements.list(
                query.order,
                ofVendor: query.vendor != nil,
                withDescriptions: query.includesDescriptions
            )
            // One more than wanted tells whether anything follows.
            try database.forEachRow(
                sql,
                bound,
                Int64(query.size) + 1,
                query.vendor?.rawValue
            ) { row in
                guard products.count < query.size else {
                    isLast = false
                    return false
                }
                products.append(try summary(row, query))
                return true
            }
        }
        return ProductPage(
            products: products,
            totalCount: Int(clamping: total),
            nextCursor: isLast ? nil : products.last.map { .afterID($0.id) },
            revision: revision
        )
    }

    /// Reads a row, and what the query wants beside it.
    func summary(_ row: StatementRow, _ query: ProductQuery) throws -> ProductSummary {
        let id = Product.ID(rawValue: row.integer(0))
        let pictures = query.includesPictures ? try ProductReader(database: database).pictures(of: id) : nil
        return try SummaryReader.summary(
            row,
            described: query.includesDescriptions,
            pictures: pictures?.map(\.name)
        )
    }

    /// As ``summary(_:_:)``, of a product that was found.
    func summary(of id: Product.ID, _ query: ProductQuery) throws -> ProductSummary {
        let sql = ListingStatements.product(withDescription: query.includesDescriptions)
        guard let summary = try database.firstRow(sql, id.rawValue, read: { try summary($0, query) }) else {
            throw StoredFactError(reason: "product \(id.rawValue) was found and isn't there")
        }
        return summary
    }

    /// The first id, in the query's order, that the stretch may hold; nil where nothing can be.
    private func bound(of query: ProductQuery, total: Int64) throws -> Int64? {
        switch query.window {
        case .after(let cursor):
            let id =
                switch cursor {
                case .afterID(let id): id
                case .afterPrice(let place): place.id
                }
            let (bound, overflow) =
                query.order == .newest
                ? id.rawValue.subtractingReportingOverflow(1) : id.rawValue.addingReportingOverflow(1)
            return overflow ? nil : bound
        case .page(let number):
            let (place, overflow) = Int64(number - 1).multipliedReportingOverflow(by: Int64(query.size))
            guard !overflow, place < total else { return nil }
            if place == 0 { return query.order == .newest ? .max : 0 }
            if let vendor = query.vendor { return try id(atPlace: place, query.order, of: vendor, total: total) }
            return try ListingRank(database: database)
                .id(atPlaceFromNewest: query.order == .newest ? place : total - 1 - place, of: total)
        }
    }

    /// Passes over the products from the nearer end of a vendor's own list.
    private func id(
        atPlace place: Int64,
        _ order: ProductQuery.Order,
        of vendor: Vendor.ID,
        total: Int64
    ) throws -> Int64? {
        let fromFront = place <= total / 2
        let opposite: ProductQuery.Order = order == .newest ? .oldest : .newest
        return try database.firstRow(
            ListingStatements.vendorsID(fromFront ? order : opposite),
            vendor.rawValue,
            fromFront ? place : total - 1 - place
        ) { $0.integer(0) }
    }

    func productCount(of vendor: Vendor.ID) throws -> Int64 {
        try database.firstRow("SELECT product_count FROM vendor WHERE id = ?1", vendor.rawValue) { $0.integer(0) } ?? 0
    }
}

extension Database {
    /// The revision and the number of all products.
    func marketState() throws -> (revision: Revision, productCount: Int64) {
        let state = try firstRow("SELECT revision, product_count FROM market_state") { row in
            (Revision(rawValue: row.integer(0)), row.integer(1))
        }
        guard let state else { throw StoredFactError(reason: "the market's state is missing") }
        return state
    }
}
