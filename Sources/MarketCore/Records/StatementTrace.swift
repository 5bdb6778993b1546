internal import Instrumentation
package import Tracing

/// Makes spans of the statements of one read or write, below a span of the whole.
///
/// They run on a thread of a connection, which knows nothing of the task that waits for it, so it takes this along.
package struct StatementTrace: Sendable {
    /// The longest text of a statement in a span, in characters.
    private static let textLimit = 2000

    private let tracer: any Tracer
    private let context: InstrumentationContext

    /// Calls `body` within a span, or without one if nothing traces the current task.
    ///
    /// - Parameter name: what is done. The time before the first statement is the wait for a connection.
    package static func withSpan<Value>(
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
    ///
    /// - Parameter system: the name of the database system, as OpenTelemetry has it.
    package func start(_ sql: String, of system: String) -> any Span {
        let text = sql.prefix(Self.textLimit).split(whereSeparator: \.isWhitespace)
        let span = tracer.startAnySpan(String(text.first ?? "statement"), context: context, ofKind: .client)
        span.attributes["db.system.name"] = system
        span.attributes["db.query.text"] = text.joined(separator: " ")
        return span
    }
}
