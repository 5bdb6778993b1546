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

    /// Writes a span.
    func write(_ span: TraceLogSpan.Ended) {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.key("resourceSpans")
        json.beginArray()
        json.beginObject()
        json.key("resource")
        json.beginObject()
        var resource: [(String, SpanAttribute)] = [("service.name", .string("openmarket"))]
        if let nodeName { resource.append(("service.instance.id", .string(nodeName))) }
        json.attributes(resource)
        json.endObject()
        json.key("scopeSpans")
        json.beginArray()
        json.beginObject()
        json.key("scope")
        json.beginObject()
        json.member("name", "openmarket")
        json.member("version", MarketVersion.text)
        json.endObject()
        json.key("spans")
        json.beginArray()
        span.write(to: &json)
        json.endArray()
        json.endObject()
        json.endArray()
        json.endObject()
        json.endArray()
        json.endObject()
        output.append(json.bytes + [UInt8(ascii: "\n")])
    }
}

extension JSONWriter {
    /// Writes attributes as OTLP does.
    mutating func attributes(_ attributes: [(String, SpanAttribute)]) {
        key("attributes")
        beginArray()
        for (name, value) in attributes {
            beginObject()
            member("key", name)
            key("value")
            beginObject()
            switch value {
            case .bool(let value): member("boolValue", value)
            case .int32(let value): member("intValue", String(value))
            case .int64(let value): member("intValue", String(value))
            case .string(let value): member("stringValue", value)
            default: member("stringValue", "\(value)")
            }
            endObject()
            endObject()
        }
        endArray()
    }
}
