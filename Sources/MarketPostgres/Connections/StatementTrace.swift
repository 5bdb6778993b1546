internal import Instrumentation
internal import Tracing

/// Makes spans of the statements of one piece of work, below the span of the work.
///
/// The work runs on a thread of the pool, which knows nothing of the task that waits for it, so it takes this along.
struct StatementTrace: Sendable {
    /// The longest text of a statement in a span, in characters.
    private static let textLimit = 2000

    private let tracer: any Tracer
    private let context: InstrumentationContext

    /// Calls `body` within a span, or without one if nothing traces the current task.
    ///
    /// - Parameter name: the name of the pool. The time before the first statement is the wait for a connection.
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

    /// Calls `send` within a span of a statement. Its text has no values: these are parameters.
    func statement<Value>(_ sql: String, _ send: () throws -> Value) throws -> Value {
        let text = sql.prefix(Self.textLimit).split(whereSeparator: \.isWhitespace)
        let span = tracer.startAnySpan(String(text.first ?? "statement"), context: context, ofKind: .client)
        defer { span.end() }
        span.attributes["db.system.name"] = "postgresql"
        span.attributes["db.query.text"] = text.joined(separator: " ")
        do {
            return try send()
        } catch {
            span.recordError(error)
            throw error
        }
    }
}
