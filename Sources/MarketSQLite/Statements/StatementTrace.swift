internal import GRDB
internal import MarketCore
internal import Tracing

extension Database {
    /// Runs `body`, whose statements become spans.
    ///
    /// - Parameter trace: nil if nothing is traced.
    func traced<Value>(by trace: StatementTrace?, _ body: () throws -> Value) rethrows -> Value {
        guard let trace else { return try body() }
        let running = RunningStatements()
        // The duration that SQLite reports is in whole milliseconds.
        self.trace(options: [.statement, .profile]) { event in
            switch event {
            case .statement(let statement):
                // A trigger is reported as a comment, and not when it ends.
                if !statement.sql.hasPrefix("--") {
                    running.begin(statement.sql, trace.start(statement.sql, of: "sqlite"))
                }
            case .profile(let statement, _): running.end(statement.sql)
            }
        }
        defer {
            self.trace(options: [])
            running.endAll()
        }
        return try body()
    }
}

/// The spans of the statements that a connection is executing. Some are executed while the rows of another one are read.
private final class RunningStatements {
    private var spans: [(sql: String, span: any Span)] = []

    func begin(_ sql: String, _ span: any Span) { spans.append((sql, span)) }

    func end(_ sql: String) {
        guard let index = spans.lastIndex(where: { $0.sql == sql }) else { return }
        spans.remove(at: index).span.end()
    }

    func endAll() {
        for (_, span) in spans { span.end() }
        spans = []
    }
}
