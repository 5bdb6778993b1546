public import Instrumentation
import MarketAPI
import MarketCore
import Synchronization
public import Tracing

/// A span that is written to the trace log when it ends.
public final class TraceLogSpan: Span {
    private struct State {
        var name: String
        var attributes: SpanAttributes = [:]
        /// The reason of a failure; empty for one without a reason, nil for none.
        var failure: String?
        var isEnded = false
    }

    public let context: InstrumentationContext
    private let kind: SpanKind
    private let identity: TraceIdentity
    private let parent: TraceIdentity?
    private let beganAt: UInt64
    private let log: TraceLog
    private let state: Mutex<State>

    init(
        _ name: String,
        kind: SpanKind,
        context: InstrumentationContext,
        identity: TraceIdentity,
        parent: TraceIdentity?,
        beganAt: UInt64,
        log: TraceLog
    ) {
        self.kind = kind
        self.context = context
        self.identity = identity
        self.parent = parent
        self.beganAt = beganAt
        self.log = log
        state = Mutex(State(name: name))
    }

    public var isRecording: Bool { identity.isSampled && !state.withLock { $0.isEnded } }

    public var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    public var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    public func setStatus(_ status: SpanStatus) {
        state.withLock { $0.failure = status.code == .error ? status.message ?? "" : nil }
    }

    public func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes: SpanAttributes,
        at instant: @autoclosure () -> Instant
    ) {
        state.withLock { $0.failure = error.explanation }
    }

    // The market uses neither.
    public func addEvent(_ event: SpanEvent) {}
    public func addLink(_ link: SpanLink) {}

    public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard identity.isSampled else { return }
        let endedAt = instant().nanosecondsSinceEpoch
        let ended = state.withLock { state -> State? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            return state
        }
        if let ended { log.write { write(ended, endedAt: endedAt, to: &$0) } }
    }

    private func write(_ state: State, endedAt: UInt64, to json: inout JSONWriter) {
        json.member("traceId", identity.traceDigits)
        json.member("spanId", identity.spanDigits)
        if let parent { json.member("parentSpanId", parent.spanDigits) }
        json.member("name", state.name)
        json.member("kind", kind.number)
        json.member("startTimeUnixNano", String(beganAt))
        json.member("endTimeUnixNano", String(endedAt))
        var all: [(String, SpanAttribute)] = []
        state.attributes.forEach { all.append(($0, $1)) }
        json.attributes(all.sorted { $0.0 < $1.0 })
        if let failure = state.failure {
            json.key("status")
            json.object { json in
                json.member("code", 2)
                if !failure.isEmpty { json.member("message", failure) }
            }
        }
    }
}

extension SpanKind {
    /// The number of the kind in OTLP.
    fileprivate var number: Int {
        switch self {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
