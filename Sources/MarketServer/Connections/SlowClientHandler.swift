import NIOCore
import NIOHTTPTypes

/// A handler that closes connections whose clients send a body, or read a response, too slowly.
///
/// A body must bring a minimum number of bytes for each interval in which the server waited for it, and must be
/// complete within a time that grows with the bytes received; otherwise a client could stay just above the minimum for
/// hours. Time in which the server didn't read, for example because of a slow disk, doesn't count. A response that
/// waits for the client must have made progress since the last check. ``IdleConnectionHandler`` handles idle
/// connections.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time limit for a whole body.
    struct Deadline {
        let time: TimeAmount
        /// The number of received bytes that extends the limit by a second.
        let leastBytesPerSecond: Int
        /// The limit however many bytes were received.
        var longest = TimeAmount.hours(24)
    }

    private let interval: TimeAmount
    private let leastByteCount: Int
    private let deadline: Deadline?
    private var bodyByteCount = 0
    /// The time that the server had waited for the body at the last check.
    private var waitedForBody = TimeAmount.zero
    private var isReadingBody = false
    private var bytesSinceCheck = 0
    /// When the server began to wait for bytes; nil while it isn't reading.
    private var waitingSince: NIODeadline?
    /// The time that the server has waited since the last check, without the current wait.
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
                // The first interval is exempt: the body begins in the middle of it.
                bytesSinceCheck = leastByteCount
                bodyByteCount = 0
                waitedForBody = .zero
                // The time that the connection waited for its request doesn't count.
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

    /// Returns the time that the server has waited for the client since the last check.
    private func waited(at now: NIODeadline) -> TimeAmount {
        waitedSinceCheck + (waitingSince.map { now - $0 } ?? .zero)
    }

    /// Returns the number of bytes that the client must send in a waiting time.
    private func expectedByteCount(in waited: TimeAmount) -> Int {
        Int(Double(leastByteCount) * Double(waited.nanoseconds) / Double(interval.nanoseconds))
    }

    private var isOverdue: Bool {
        guard let deadline else { return false }
        if waitedForBody > deadline.longest { return true }
        let seconds = Double(bodyByteCount) / Double(deadline.leastBytesPerSecond)
        return Double((waitedForBody - deadline.time).nanoseconds) > seconds * 1_000_000_000
    }
}
