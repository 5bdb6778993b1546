import Foundation
public import Instrumentation
import MarketAPI
public import Tracing

/// A tracer that writes finished spans to a file, one line each, in the JSON form of the OpenTelemetry protocol (OTLP), which
/// collectors read (`otlpjsonfile`).
///
/// Lines that can't be written in time are dropped and never hold a request up (``LogOutput``).
public final class TraceLog: Tracer {
    /// Spans of requests that nobody else traces already are recorded for one in this many of them.
    private let interval: Int
    private let nodeName: String?
    private let output: LogOutput

    /// - Parameters:
    ///   - output: where the lines go.
    ///   - interval: one in this many requests is traced, at least 1.
    ///   - nodeName: the name of this server.
    public init(output: LogOutput, interval: Int = 1, nodeName: String? = nil) {
        self.output = output
        self.interval = max(1, interval)
        self.nodeName = nodeName
    }

    public func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> InstrumentationContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> TraceLogSpan {
        var context = context()
        let parent = context.trace
        let identity =
            parent.map { TraceIdentity(childOf: $0) }
            ?? TraceIdentity(isSampled: interval == 1 || Int.random(in: 0..<interval) == 0)
        context.trace = identity
        return TraceLogSpan(
            operationName,
            kind: kind,
            context: context,
            identity: identity,
            parent: parent,
            beganAt: instant().nanosecondsSinceEpoch,
            log: self
        )
    }

    /// Spans are written as they end.
    public func forceFlush() { output.flush(seconds: 2) }

    public func extract<Carrier, Extract>(
        _ carrier: Carrier,
        into context: inout InstrumentationContext,
        using extractor: Extract
    ) where Extract: Extractor, Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: Self.header, from: carrier),
            let parent = TraceIdentity(traceparent: text)
        else { return }
        context.trace = parent
    }

    public func inject<Carrier, Inject>(
        _ context: InstrumentationContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject: Injector, Inject.Carrier == Carrier {
        guard let identity = context.trace else { return }
        injector.inject(identity.traceparent, forKey: Self.header, into: &carrier)
    }

    private static let header = "traceparent"

    /// Writes a span, whose members a closure writes.
    func write(_ span: (inout JSONWriter) -> Void) {
        var resource: [(String, SpanAttribute)] = [("service.name", .string("openmarket"))]
        if let nodeName { resource.append(("service.instance.id", .string(nodeName))) }
        let json = JSONWriter.object { json in
            json.member("resourceSpans", objects: [resource]) { json, resource in
                json.key("resource")
                json.object { $0.attributes(resource) }
                json.member("scopeSpans", objects: ["openmarket"]) { json, scope in
                    json.key("scope")
                    json.object { json in
                        json.member("name", scope)
                        json.member("version", MarketVersion.text)
                    }
                    json.member("spans") { $0.object(span) }
                }
            }
        }
        output.append(json + [UInt8(ascii: "\n")])
    }
}

extension JSONWriter {
    /// Writes attributes as OTLP does.
    mutating func attributes(_ attributes: [(String, SpanAttribute)]) {
        member("attributes", objects: attributes) { json, attribute in
            json.member("key", attribute.0)
            json.key("value")
            json.object { json in
                switch attribute.1 {
                case .bool(let value): json.member("boolValue", value)
                case .int32(let value): json.member("intValue", String(value))
                case .int64(let value): json.member("intValue", String(value))
                case .string(let value): json.member("stringValue", value)
                default: json.member("stringValue", "\(attribute.1)")
                }
            }
        }
    }
}
