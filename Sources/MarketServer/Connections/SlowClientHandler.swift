import NIOCore
import NIOHTTPTypes

/// Closes connections of clients that send a body, or take a response, so slowly that they only hold the connection.
///
/// A body must bring so many bytes for each interval in which the server waited for it, and must be complete in a time
/// that grows with what has come: else a client could keep just above the bound for hours. Time in which the server itself
/// did not ask for more, because a disk was slow, does not count. A response that waits for the client must have moved
/// since the last check. Idle connections are those of ``IdleConnectionHandler``.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the server waits for a body on the whole.
    struct Deadline {
        let time: TimeAmount
        /// Each such number of bytes that has come gives another second.
        let leastBytesPerSecond: Int
    }

    private let interval: TimeAmount
    private let leastByteCount: Int
    private let deadline: Deadline?
    private var bodyByteCount = 0
    /// How long the server has waited for the body until the last check.
    private var waitedForBody = TimeAmount.zero
    private var isReadingBody = false
    private var bytesSinceCheck = 0
    /// Since when the server has been waiting for bytes; nil while it has not asked for any.
    private var waitingSince: NIODeadline?
    /// How long it has waited since the last check, apart from the wait that goes on.
    private var waitedSinceCheck = TimeAmount.zero
    private var writabilityChangesSinceCheck = 0
    private var isBlocked = false
    private var wasBlockedAtCheck = false
    private var nextCheck: Scheduled<Void>?

    init(interval: TimeAmount, leastByteCount: Int, deadline: Deadline? = nil) {
        self.interval = interval
        self.leastByteCount = leastByteCount
        self.deadline = deadline
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: break
        case .body(let bytes):
            if !isReadingBody {
                isReadingBody = true
                // The first interval is free: the body begins in the middle of it.
                bytesSinceCheck = leastByteCount
                bodyByteCount = 0
                waitedForBody = .zero
                // What the connection has waited for its request doesn't count.
                waitedSinceCheck = .zero
                if waitingSince != nil { waitingSince = context.eventLoop.now }
                schedule(context)
            }
            bytesSinceCheck += bytes.readableBytes
            bodyByteCount += bytes.readableBytes
        case .end:
            isReadingBody = false
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if waitingSince == nil { waitingSince = context.eventLoop.now }
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let since = waitingSince {
            waitedSinceCheck = waitedSinceCheck + (context.eventLoop.now - since)
            waitingSince = nil
        }
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isBlocked = !context.channel.isWritable
        writabilityChangesSinceCheck += 1
        if isBlocked { schedule(context) }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    private func cancel() {
        nextCheck?.cancel()
        nextCheck = nil
    }

    private func schedule(_ context: ChannelHandlerContext) {
        guard nextCheck == nil else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        nextCheck = context.eventLoop.scheduleTask(in: interval) {
            let (handler, context) = bound.value
            handler.check(context)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        nextCheck = nil
        let waited = waited(at: context.eventLoop.now)
        waitedForBody = waitedForBody + waited
        if isReadingBody && (bytesSinceCheck < expectedByteCount(in: waited) || isOverdue) {
            context.close(promise: nil)
            return
        }
        if isBlocked && wasBlockedAtCheck && writabilityChangesSinceCheck == 0 {
            context.close(promise: nil)
            return
        }
        bytesSinceCheck = 0
        waitedSinceCheck = .zero
        if waitingSince != nil { waitingSince = context.eventLoop.now }
        writabilityChangesSinceCheck = 0
        wasBlockedAtCheck = isBlocked
        if isReadingBody || isBlocked { schedule(context) }
    }

    /// How long the client has been waited for since the last check.
    private func waited(at now: NIODeadline) -> TimeAmount {
        waitedSinceCheck + (waitingSince.map { now - $0 } ?? .zero)
    }

    /// What the client owes for the time in which it was waited for.
    private func expectedByteCount(in waited: TimeAmount) -> Int {
        Int(Double(leastByteCount) * Double(waited.nanoseconds) / Double(interval.nanoseconds))
    }

    private var isOverdue: Bool {
        guard let deadline else { return false }
        let seconds = Double(bodyByteCount) / Double(deadline.leastBytesPerSecond)
        return Double((waitedForBody - deadline.time).nanoseconds) > seconds * 1_000_000_000
    }
}
