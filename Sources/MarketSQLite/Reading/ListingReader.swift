internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of one page of a list, within one snapshot of the database.
struct ListingReader {
    let database: Database

    func page(_ query: ProductQuery) throws -> ProductPage {
        if query.search != nil || query.isInStock || !query.order.isByID || !query.filter.isEmpty {
            return try FilteredReader(database: database, query: query).page()
        }
        let (revision, whole) = try database.marketState()
        let counts = if let vendor = query.vendor { try productCounts(of: vendor) } else { whole }
        let (scope, total) = counts.scope(of: query)
        var products: [ProductSummary] = []
        var isLast = true
        if let bound = try bound(of: query, in: scope, total: total) {
            products.reserveCapacity(min(query.size, Int(clamping: total)))
            let sql = ListingStatements.list(
                query.order,
                in: scope,
                ofVendor: query.vendor != nil,
                withDescriptions: query.includesDescriptions
            )
            // One row more than the page shows whether another page follows.
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

    /// Reads a row, and the additional data that the query includes.
    func summary(_ row: StatementRow, _ query: ProductQuery) throws -> ProductSummary {
        let id = Product.ID(rawValue: try row.positive(0))
        let images = query.includesImages ? try database.records.images(of: id) : nil
        return try row.summary(
            id,
            description: query.includesDescriptions ? row.text(ProductColumns.summaryCount) : nil,
            images: images?.map(\.name)
        )
    }

    /// Reads the summary of a product whose id was found before.
    func summary(of id: Product.ID, _ query: ProductQuery) throws -> ProductSummary {
        let sql = ListingStatements.product(withDescription: query.includesDescriptions)
        guard let summary = try database.firstRow(sql, id.rawValue, read: { try summary($0, query) }) else {
            throw CorruptRowError(reason: "product \(id.rawValue) was found and isn't there", isDerived: true)
        }
        return summary
    }

    /// Returns the first id, in the query's order, that the page may contain, or nil where the page is empty.
    private func bound(of query: ProductQuery, in scope: ListScope, total: Int64) throws -> Int64? {
        switch query.window {
        case .after(let cursor):
            let id =
                switch cursor {
                case .afterID(let id): id
                case .afterPrice(let place): place.id
                case .afterBump(let place): place.id
                }
            let (bound, overflow) =
                query.order == .newest
                ? id.rawValue.subtractingReportingOverflow(1) : id.rawValue.addingReportingOverflow(1)
            return overflow ? nil : bound
        case .page(let number):
            let (place, overflow) = Int64(number - 1).multipliedReportingOverflow(by: Int64(query.size))
            guard !overflow, place < total else { return nil }
            if place == 0 { return query.order == .newest ? .max : 0 }
            if let vendor = query.vendor {
                guard place < ProductQuery.numberedProducts else { return nil }
                return try id(atPlace: place, query.order, of: vendor, in: scope, total: total)
            }
            return try ListingRank(database: database, scope: scope)
                .id(atPlaceFromNewest: query.order == .newest ? place : total - 1 - place, of: total)
        }
    }

    /// Returns the id at a position of a vendor's own list, skipping products from the nearer end.
    private func id(
        atPlace place: Int64,
        _ order: ProductQuery.Order,
        of vendor: Vendor.ID,
        in scope: ListScope,
        total: Int64
    ) throws -> Int64? {
        let fromFront = place <= total / 2
        let opposite: ProductQuery.Order = order == .newest ? .oldest : .newest
        return try database.firstRow(
            ListingStatements.vendorsID(fromFront ? order : opposite, in: scope),
            vendor.rawValue,
            fromFront ? place : total - 1 - place
        ) { try $0.integer(0) }
    }

    func productCounts(of vendor: Vendor.ID) throws -> ProductCounts {
        let counts = try database.firstRow(
            "SELECT product_count, krw_usd_count, unlisted_count FROM vendor WHERE id = ?1",
            vendor.rawValue
        ) { try ProductCounts($0, from: 0) }
        return counts ?? .none
    }
}

extension Database {
    func marketState() throws -> (revision: Revision, products: ProductCounts) {
        let state = try firstRow(
            "SELECT revision, product_count, krw_usd_count, unlisted_count FROM market_state"
        ) { row in (Revision(rawValue: try row.count(0)), try ProductCounts(row, from: 1)) }
        guard let state else { throw CorruptRowError(reason: "the market's state is missing") }
        return state
    }
}
