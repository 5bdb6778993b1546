import Instrumentation
public import Logging
import MarketModels

/// The numbers of a trace and of one of its spans, as in the header `traceparent` (W3C Trace Context).
struct TraceIdentity: Sendable {
    /// Not 0.
    let trace: UInt128
    /// Not 0.
    let span: UInt64
    /// Whether the spans of the trace are recorded.
    let isSampled: Bool

    init(isSampled: Bool) {
        trace = .random(in: 1...(.max))
        span = .random(in: 1...(.max))
        self.isSampled = isSampled
    }

    /// Begins a span below another one.
    init(childOf parent: TraceIdentity) {
        trace = parent.trace
        span = .random(in: 1...(.max))
        isSampled = parent.isSampled
    }

    /// Reads `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`, or returns nil. Later versions may append fields.
    init?(traceparent: String) {
        let parts = traceparent.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].utf8.count == 2, parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            parts[1].utf8.count == 32, parts[2].utf8.count == 16, parts[3].utf8.count == 2,
            parts.prefix(4).allSatisfy({ $0.utf8.allSatisfy(\.isLowerCaseHexDigit) }),
            let trace = UInt128(parts[1], radix: 16), let span = UInt64(parts[2], radix: 16),
            let flags = UInt8(parts[3], radix: 16), trace != 0, span != 0
        else { return nil }
        self.trace = trace
        self.span = span
        isSampled = flags & 1 == 1
    }

    var traceparent: String { "00-\(traceDigits)-\(spanDigits)-\(isSampled ? "01" : "00")" }

    /// The number of the trace in 32 hexadecimal digits.
    var traceDigits: String { trace.hexDigits }
    /// The number of the span in 16 hexadecimal digits.
    var spanDigits: String { span.hexDigits }
}

extension InstrumentationContext {
    private enum TraceKey: InstrumentationContextKey {
        typealias Value = TraceIdentity
        static let nameOverride: String? = "trace"
    }

    /// The span to which what happens now belongs.
    var trace: TraceIdentity? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }
}

extension Logger.MetadataProvider {
    /// Adds the number of the trace to what is logged within a traced request.
    public static var trace: Logger.MetadataProvider {
        Logger.MetadataProvider {
            InstrumentationContext.current?.trace.map { ["trace": "\($0.traceDigits)"] } ?? [:]
        }
    }
}
