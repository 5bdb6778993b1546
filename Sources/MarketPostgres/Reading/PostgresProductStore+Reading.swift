public import MarketCore
public import MarketModels

extension PostgresProductStore {
    public var revision: Revision { mirror.revision }
    public var isCurrent: Bool { mirror.isCurrent }
    public var hasOtherWriters: Bool { true }
    public var categories: CategoryTree { mirror.categories }
    public var profile: MarketProfile { mirror.profile }
    public var siteRevision: Revision { mirror.siteRevision }

    public func catchUp(with revision: Revision) async { await polls.wait(for: revision) }

    public func page(_ query: ProductQuery) async throws(MarketError) -> ProductPage {
        try await readWithRevision(query.longRead?.rawValue) { connection, base in
            let page = try ListingReader(connection: connection, base: base).page(query)
            return (page, page.revision)
        }
    }

    public func categoryCounts(of query: ProductQuery) async throws(MarketError) -> [Category.ID: Int]? {
        let base = mirror.base
        return try await read("categories of a list") {
            try FilteredReader(connection: $0, base: base, query: query).categoryCounts()
        }
    }

    public func product(_ id: Product.ID) async throws(MarketError) -> ProductLookup {
        let lookup = try await readWithRevision { connection, base in
            let lookup = try connection.records.lookUp(id, base: base)
            guard case .found(_, let revision) = lookup else { return (lookup, nil) }
            return (lookup, revision)
        }
        guard case .found(let product, let revision) = lookup else { return lookup }
        return .found(product.resolved(by: categories), revision)
    }

    public func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName> {
        try await read { try $0.unusedImages(among: names) }
    }

    /// Returns a name that no other market has, not even one in another database of the same name.
    public func marketName() async throws(MarketError) -> String {
        try await read { try $0.marketName() }
    }

    /// Returns what tells the database from one into which its dump was restored: the server's and the database's number.
    public func place() async throws(MarketError) -> String {
        try await read { try $0.records.place() }
    }

    public func check() async throws(MarketError) {
        _ = try await read { try $0.records.categories.areFixed() }
    }

    /// Reads with a base from which the read's revision is counted. When it returns, this process knows that revision.
    private func readWithRevision<Value: Sendable>(
        _ kind: String? = nil,
        _ body: @escaping @Sendable (PostgresConnection, RevisionBase) throws -> (Value, Revision?)
    ) async throws(MarketError) -> Value {
        while true {
            let base = mirror.base
            let value: Value? = try await read(kind) { [mirror] connection in
                let (value, revision) = try body(connection, base)
                guard let revision else { return value }
                // Otherwise, the revision was counted from a base of another history.
                return try mirror.catchUp(with: revision, since: base, connection) ? value : nil
            }
            if let value { return value }
        }
    }

    /// Reads with one statement, or with several in a transaction of their own. While the log of changes can't be read, it
    /// throws ``MarketError/unreachable(reason:)`` at once.
    ///
    /// - Parameter kind: the kind of a read that may take long, for logs. Such reads have connections of their own.
    func read<Value: Sendable>(
        _ kind: String? = nil,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(MarketError) -> Value {
        guard mirror.isLogReachable else { throw .unreachable(reason: "the log of changes can't be read") }
        do {
            let reachLimit = ReachLimit(mirror, settings.readTimeout)
            return try await (kind == nil ? pool : longReads).withConnection(reachLimit: reachLimit, body)
        } catch {
            throw failure(error, reading: kind ?? "a quick read")
        }
    }
}

extension PostgresConnection {
    func unusedImages(among names: Set<ImageName>) throws -> Set<ImageName> {
        let used = try all("SELECT DISTINCT name FROM image WHERE name = ANY ($1)", [names.map(\.hexDigits)]) {
            ImageName(try $0.text(0))
        }
        return names.subtracting(used.compactMap(\.self))
    }
}
