import HTTPTypes
import MarketCore
import NIOCore
import NIOHTTPTypes

/// A handler that closes connections whose clients send a body, or read a response, too slowly, and tells the
/// ``OpenConnection`` when the server waits for its client.
///
/// The first bytes of a body must arrive soon after its head. Then it must bring a minimum number of bytes for each
/// interval in which the server waited for it, and must be complete within a time that grows with the bytes received;
/// otherwise a client could stay just above the minimum for hours. Time in which the server didn't read, for example
/// because of a slow disk, doesn't count, nor does the time until the client may continue (``ContinueHandler``). Of a response that
/// waits for the client, it must take the same number of bytes in each interval. ``IdleConnectionHandler`` handles idle connections.
final class SlowClientHandler: ExchangeHandler {
    /// The time limit for a whole body.
    struct Deadline {
        let time: TimeAmount
        /// The number of received bytes that extends the limit by a second.
        let leastBytesPerSecond: Int
        /// The limit however many bytes were received.
        var longest = TimeAmount.hours(24)
    }

    /// How far the body of the newest request has come.
    private enum Progress {
        /// There is none, or it is complete.
        case complete
        /// The client waits until it may continue.
        case held
        case awaited
        case begun
    }

    private let interval: TimeAmount
    private let leastByteCount: Int
    private let firstBytesTime: TimeAmount
    private let deadline: Deadline?
    private let bufferedByteCount: (ChannelHandlerContext) -> Int?
    private var body = Progress.complete
    private var bodyByteCount = 0
    /// The time that the server had waited for the body at the last check.
    private var waitedForBody = TimeAmount.zero
    private var bytesSinceCheck = 0
    private var bytesSinceProgress = 0
    /// When the server began to wait for bytes; nil while it isn't reading.
    private var waitingSince: NIODeadline?
    /// The time that the server has waited since the last check, without the current wait.
    private var waitedSinceCheck = TimeAmount.zero
    /// When the client stopped reading a response, or had read a good part of it; nil while the channel is writable.
    private var blockedSince: NIODeadline?
    /// The number of bytes that waited for the client then.
    private var blockedByteCount = 0
    private var nextCheck: Scheduled<Void>?
    private var connection: OpenConnection?

    /// - Parameters:
    ///   - interval: the waiting time in which a body must bring `leastByteCount` bytes.
    ///   - firstBytesTime: the waiting time in which a body must begin; nil for `interval`.
    ///   - bufferedByteCount: returns the number of bytes of responses that wait for the client.
    init(
        interval: TimeAmount,
        leastByteCount: Int,
        firstBytesTime: TimeAmount? = nil,
        deadline: Deadline? = nil,
        bufferedByteCount: @escaping (ChannelHandlerContext) -> Int? = { $0.bufferedByteCount }
    ) {
        self.bufferedByteCount = bufferedByteCount
        self.interval = interval
        self.leastByteCount = leastByteCount
        self.firstBytesTime = firstBytesTime ?? interval
        self.deadline = deadline
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection = ConnectionMarkerHandler.connection(of: context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            body = ContinueHandler.isExpected(by: head) ? .held : .awaited
            bodyByteCount = 0
            bytesSinceProgress = 0
            waitedForBody = .zero
            restart(context)
        case .body(let bytes):
            if body != .begun {
                body = .begun
                restart(context)
                // The first interval is exempt: the body begins in the middle of it.
                bytesSinceCheck = leastByteCount
            }
            bytesSinceCheck += bytes.readableBytes
            bodyByteCount += bytes.readableBytes
            bytesSinceProgress += bytes.readableBytes
            if bytesSinceProgress >= leastByteCount {
                bytesSinceProgress = 0
                connection?.madeProgress(at: context.eventLoop.now)
            }
        case .end:
            body = .complete
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if waitingSince == nil { waitingSince = context.eventLoop.now }
        reportWaiting()
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let since = waitingSince {
            waitedSinceCheck = waitedSinceCheck + (context.eventLoop.now - since)
            waitingSince = nil
        }
        // Almost all requests have arrived completely and need no check.
        schedule(context)
        reportWaiting()
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if blockedSince != nil, case .body(let bytes) = unwrapOutboundIn(data) {
            blockedByteCount += bytes.readableBytes
        }
        if body == .held, case .head(let head) = unwrapOutboundIn(data), head.status == .continue {
            body = .awaited
            restart(context)
            schedule(context)
            reportWaiting()
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        blockedSince = context.channel.isWritable ? nil : now
        blockedByteCount = bufferedByteCount(context) ?? 0
        connection?.madeProgress(at: now)
        schedule(context)
        reportWaiting()
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

    private var isWaitingForBody: Bool { body == .awaited || body == .begun }

    private func reportWaiting() {
        connection?.waitsForClient(isWaitingForBody && waitingSince != nil || blockedSince != nil)
    }

    // MARK: Checking

    /// Begins another interval.
    private func restart(_ context: ChannelHandlerContext) {
        bytesSinceCheck = 0
        waitedSinceCheck = .zero
        if waitingSince != nil { waitingSince = context.eventLoop.now }
    }

    /// The waiting time after which the body is checked.
    private var checkTime: TimeAmount { body == .awaited ? firstBytesTime : interval }

    /// Schedules the next check if the server may have to wait for the client.
    private func schedule(_ context: ChannelHandlerContext) {
        guard nextCheck == nil, isWaitingForBody || blockedSince != nil else { return }
        let now = context.eventLoop.now
        var delay = interval
        if isWaitingForBody { delay = min(delay, checkTime - waited(at: now)) }
        if let blockedSince { delay = min(delay, interval - (now - blockedSince)) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        // While the server isn't reading, the waiting time stands still.
        nextCheck = context.eventLoop.scheduleTask(in: max(delay, .nanoseconds(interval.nanoseconds / 16))) {
            let (handler, context) = bound.value
            handler.check(context)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        nextCheck = nil
        let now = context.eventLoop.now
        let waited = waited(at: now)
        if isWaitingForBody, waited >= checkTime {
            waitedForBody = waitedForBody + waited
            guard bytesSinceCheck >= leastByteCount, !isOverdue else {
                context.close(promise: nil)
                return
            }
            restart(context)
        }
        if let start = blockedSince, now >= start + interval {
            // A long response may take a slow client several intervals.
            let waiting = bufferedByteCount(context) ?? 0
            guard waiting + leastByteCount <= blockedByteCount else {
                context.close(promise: nil)
                return
            }
            (blockedSince, blockedByteCount) = (now, waiting)
            connection?.madeProgress(at: now)
        }
        schedule(context)
    }

    /// Returns the time that the server has waited for the client since the last check.
    private func waited(at now: NIODeadline) -> TimeAmount {
        waitedSinceCheck + (waitingSince.map { now - $0 } ?? .zero)
    }

    private var isOverdue: Bool {
        guard let deadline else { return false }
        if waitedForBody > deadline.longest { return true }
        let seconds = Double(bodyByteCount) / Double(deadline.leastBytesPerSecond)
        return Double((waitedForBody - deadline.time).nanoseconds) > seconds * 1_000_000_000
    }
}
