import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import NIOHTTPTypes

/// Answers a GET whose answer is encoded already and still right, on the event loop, before a task, a router or a
/// context is made for it.
///
/// It only steps in while no other request of its connection is under way, so answers keep their order; whatever is
/// special in any way goes the long way.
final class HotAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let answers: HotAnswers
    private var date = HTTPDate()
    /// Requests that went on to the router and are not answered yet.
    private var requestsUnderWay = 0
    /// The answer to give when the request has ended.
    private var pending: HotAnswers.Answer?

    init(answers: HotAnswers) {
        self.answers = answers
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if requestsUnderWay == 0, pending == nil, let answer = answers.answer(to: head) {
                pending = answer
                return
            }
            requestsUnderWay += 1
        case .body where pending != nil:
            return
        case .end where pending != nil:
            if let answer = pending { send(answer, context: context) }
            pending = nil
            return
        case .body, .end:
            break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { requestsUnderWay -= 1 }
        context.write(data, promise: promise)
    }

    private func send(_ answer: HotAnswers.Answer, context: ChannelHandlerContext) {
        answer.meter.record(since: answer.beganAt)
        var head = answer.head
        head.headerFields[.date] = date.text(at: answers.now)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body = answer.body {
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

/// What a ``HotAnswerHandler`` knows: the cache, the revision, and which requests are plain enough.
struct HotAnswers: Sendable {
    struct Answer {
        let head: HTTPResponse
        /// Nil for 304.
        let body: ByteBuffer?
        let meter: RequestMetrics.Meter
        let beganAt: ContinuousClock.Instant
    }

    let cache: AnswerCache
    let origins: OriginPolicy
    let store: any ProductStore
    let clock: any WallClock

    var now: Timestamp { clock.now }

    func answer(to request: HTTPRequest) -> Answer? {
        guard request.method == .get, let target = request.path else { return nil }
        var acceptsGzip = false
        var knownTags: String?
        for field in request.headerFields {
            switch field.name {
            case .acceptEncoding: acceptsGzip = AcceptEncoding.allowsGzip(field.value)
            case .ifNoneMatch: knownTags = field.value
            // Who wants the connection closed, or sends a body with a GET, goes the long way.
            case .connection, .contentLength, .transferEncoding, .expect, .upgrade: return nil
            default: break
            }
        }
        let beganAt = ContinuousClock.now
        let key = AnswerCache.Key(destination: origins.destination(of: request), target: target)
        guard let cached = cache.answer(for: key), cached.isFresh(at: store.revision) else { return nil }
        if let knownTags, EntityTag.isNamed(cached.tag, in: knownTags) {
            return Answer(head: cached.notModified, body: nil, meter: cached.meters.notModified, beganAt: beganAt)
        }
        let form = (acceptsGzip ? cached.gzipped() : nil) ?? cached.plain
        return Answer(head: form.head, body: form.body, meter: cached.meters.ok, beganAt: beganAt)
    }
}

enum AcceptEncoding {
    /// Whether `gzip` is named and not refused with `q=0`.
    static func allowsGzip(_ header: String) -> Bool {
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";")
            guard let name = parts.first?.trimmingSpaces.lowercased(), name == "gzip" || name == "*" else { continue }
            let isRefused = parts.dropFirst().contains { parameter in
                let text = parameter.trimmingSpaces.lowercased()
                return text.hasPrefix("q=") && (Double(text.dropFirst(2)) ?? 1) == 0
            }
            return !isRefused
        }
        return false
    }
}
