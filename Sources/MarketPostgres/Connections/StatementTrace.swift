internal import MarketCore
internal import Tracing

extension StatementTrace {
    /// Calls `send` within a span of a statement. Its text has no values: these are parameters.
    func statement<Value>(_ sql: String, _ send: () throws -> Value) throws -> Value {
        let span = start(sql, of: "postgresql")
        defer { span.end() }
        do {
            return try send()
        } catch {
            span.recordError(error)
            throw error
        }
    }
}
