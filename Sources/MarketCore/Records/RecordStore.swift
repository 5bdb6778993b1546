internal import MarketModels

/// A store of tables, in which operators, reports, holds, browsers and invitations are read and written with statements that are the
/// same in every store. It has to open connections for them.
package protocol RecordStore: ProductStore {
    associatedtype Records: ReportConnection

    /// Reads with one statement, or with several in a transaction of their own.
    ///
    /// - Parameter kind: the kind of a read that may take long, for logs; nil for a quick one.
    func readRecords<Value: Sendable>(
        _ kind: String?,
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value

    /// Writes in one transaction, which is rolled back when `body` throws.
    func writeRecords<Value: Sendable>(
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value
}

extension RecordStore {
    func readRecords<Value: Sendable>(
        _ body: @escaping @Sendable (Records) throws -> Value
    ) async throws(MarketError) -> Value {
        try await readRecords(nil, body)
    }
}

extension ReportConnection {
    /// The reports, holds and log.
    package var reports: ReportRecords<Self> { ReportRecords(self) }

    /// The operators, links and sessions.
    var operators: OperatorRecords<Self> { OperatorRecords(self) }

    /// The browsers of sellers.
    var browsers: BrowserRecords<Self> { BrowserRecords(self) }

    /// The market's profile.
    package var profile: ProfileRecords<Self> { ProfileRecords(self) }
}
