internal import GRDB
internal import Instrumentation
internal import Tracing

/// Makes spans of the statements of one read or write, below a span of the whole.
///
/// They run on a thread of a connection, which knows nothing of the task that waits for it, so it takes this along.
struct StatementTrace: Sendable {
    /// The longest text of a statement in a span, in characters.
    private static let textLimit = 2000

    private let tracer: any Tracer
    private let context: InstrumentationContext

    /// Calls `body` within a span, or without one if nothing traces the current task.
    ///
    /// - Parameter name: what is done. The time before the first statement is the wait for a connection.
    static func withSpan<Value>(
        _ name: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (StatementTrace?) async throws -> Value
    ) async rethrows -> Value {
        guard let context = InstrumentationContext.current else { return try await body(nil) }
        let tracer = InstrumentationSystem.tracer
        let span = tracer.startAnySpan(name, context: context, ofKind: .internal)
        defer { span.end() }
        do {
            return try await body(StatementTrace(tracer: tracer, context: span.context))
        } catch {
            span.recordError(error)
            throw error
        }
    }

    /// Starts the span of a statement. Its text has no values: these are arguments.
    fileprivate func start(_ sql: String) -> any Span {
        let text = sql.prefix(Self.textLimit).split(whereSeparator: \.isWhitespace)
        let span = tracer.startAnySpan(String(text.first ?? "statement"), context: context, ofKind: .client)
        span.attributes["db.system.name"] = "sqlite"
        span.attributes["db.query.text"] = text.joined(separator: " ")
        return span
    }
}

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
                if !statement.sql.hasPrefix("--") { running.begin(statement.sql, trace.start(statement.sql)) }
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
