public import MarketCore
public import MarketModels

/// A check of a market in a PostgreSQL database, also while servers use it.
///
/// It reads every product, vendor and idempotency record, and compares counts and the search index with them, all in one
/// snapshot and in parts, so that the memory in use doesn't depend on their number. PostgreSQL's own checksums and
/// `pg_amcheck` find damaged pages and indexes.
public struct PostgresCheck: Sendable {
    public struct Outcome: Sendable {
        /// Descriptions of the problems, for operators.
        public fileprivate(set) var findings: [String] = []
        /// The number of products that were read.
        public fileprivate(set) var productCount = 0
    }

    /// The maximum time of a statement.
    private static let limit: Duration = .seconds(86_400)

    private let settings: PostgresSettings
    private let pool: PostgresPool

    /// - Parameter settings: settings of connections that don't go through a pooler.
    public init(settings: PostgresSettings) {
        var lasting = settings
        (lasting.statementLimit, lasting.idleTransactionLimit) = (Self.limit, Self.limit)
        self.settings = lasting
        pool = PostgresPool(lasting, name: "pg-check", width: 1)
    }

    public func close() { pool.close() }

    /// Returns the name of the market, by which its folder is found.
    ///
    /// - Throws: ``PostgresOpeningError`` if this version can't read the database, or the market isn't there.
    public func marketName() async throws(PostgresOpeningError) -> String {
        do {
            return try await pool.withConnection { [settings] connection in
                try SchemaMigration(settings: settings).checkCurrent(connection)
                return try connection.marketName()
            }
        } catch {
            throw PostgresOpeningError(error, name: settings.name)
        }
    }

    /// Checks the whole database.
    ///
    /// - Parameter progress: called with the title of each step, and for products with the number that have been read.
    public func run(
        progress: @escaping @Sendable (String, Int?) -> Void = { _, _ in }
    ) async throws(MarketError) -> Outcome {
        do {
            return try await pool.withConnection { connection in
                try connection.transaction(.repeatableRead, readOnly: true) {
                    let findings = PostgresFindings(connection: connection)
                    var outcome = Outcome()
                    progress("schema", nil)
                    outcome.findings += try findings.schema()
                    progress("counts", nil)
                    outcome.findings += try findings.counts()
                    progress("vendors and idempotency records", nil)
                    outcome.findings += try connection.records.checkVendorsAndIdempotencyRecords(
                        limit: PostgresFindings.maximumPerKind
                    )
                    let products = try findings.products { progress("products", $0) }
                    outcome.findings += products.findings
                    outcome.productCount = products.count
                    progress("words", nil)
                    if let wordCount = products.wordCount {
                        outcome.findings += try findings.words(expected: wordCount)
                    }
                    return outcome
                }
            }
        } catch {
            throw MarketError(error)
        }
    }

    /// Returns the number of distinct images in use.
    public func imageCount() async throws(MarketError) -> Int {
        try await read { connection in
            try connection.firstRow("SELECT count(*) FROM (SELECT DISTINCT name FROM image) AS i") {
                Int(try $0.count(0))
            } ?? 0
        }
    }

    /// Returns the distinct names of images in use, in ascending order: at most `limit` of them, after `name`.
    public func images(after name: ImageName?, limit: Int) async throws(MarketError) -> [ImageName] {
        try await read { try $0.records.products.imageNames(after: name, limit: limit) }
    }

    /// Returns those of the names that no product uses.
    public func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName> {
        try await read { try $0.unusedImages(among: names) }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(MarketError) -> Value {
        do { return try await pool.withConnection(body) } catch { throw MarketError(error) }
    }
}
