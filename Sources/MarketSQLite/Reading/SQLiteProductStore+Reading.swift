internal import GRDB
public import MarketCore
public import MarketModels
internal import Synchronization

extension SQLiteProductStore {
    /// Returns one page of a list. On a vendor's own list, the cost of a page number is proportional to the skipped
    /// products, and page numbers are limited as in a search. A cursor is cheap at any position.
    public func page(_ query: ProductQuery) async throws(MarketError) -> ProductPage {
        if let kind = query.longRead {
            return try await readLong(kind.rawValue) { try ListingReader(database: $0).page(query) }
        }
        return try await read { try ListingReader(database: $0).page(query) }
    }

    public func categoryCounts(of query: ProductQuery) async throws(MarketError) -> [Category.ID: Int]? {
        try await readLong("categories of a list") { try FilteredReader(database: $0, query: query).categoryCounts() }
    }

    public func pageWithoutWaiting(_ query: ProductQuery) -> ProductPage? {
        inlineReaders.readWithoutWaiting { database in
            try database.inSnapshot { try ListingReader(database: database).page(query) }
        }
    }

    public func product(_ id: Product.ID) async throws(MarketError) -> ProductLookup {
        // What is read may be newer, never older.
        let revision = revision
        switch try await readStatement({ try $0.records.lookUp(id, at: revision) }) {
        case .found(let product, _): return .found(product.resolved(by: categories), revision)
        case let lookup: return lookup
        }
    }

    public func productWithoutWaiting(_ id: Product.ID) -> (product: Product, revision: Revision)? {
        let revision = revision
        return inlineReaders.productWithoutWaiting(id).map { ($0.resolved(by: categories), revision) }
    }

    public var categories: CategoryTree { mirroredCategories.withLock(\.self) }

    public var profile: MarketProfile { mirroredProfile.withLock(\.self) }

    public var siteRevision: Revision {
        Revision(rawValue: mirroredSiteRevision.load(ordering: .acquiring))
    }

    public func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName> {
        // Deletions and edits wait for it, so it must not queue behind long reads. It takes a few microseconds per
        // name.
        try await readStatement { try $0.unusedImages(among: names) }
    }
}

extension Database {
    func unusedImages(among names: Set<ImageName>) throws -> Set<ImageName> {
        let statement = try cachedStatement(sql: "SELECT 1 FROM image WHERE name = ? LIMIT 1")
        return try names.filter { try Int.fetchOne(statement, arguments: [$0.hexDigits]) == nil }
    }
}
