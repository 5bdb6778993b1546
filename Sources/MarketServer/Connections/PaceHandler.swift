import NIOCore
import NIOHTTPTypes

/// Cuts off clients that send a body, or take an answer, so slowly that they only hold a connection.
///
/// At every look, a body under way must have brought some bytes since the last one, and an answer that waits for the
/// client must have moved. Idle connections and dripped heads are cut by the server's idle time.
final class PaceHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let interval: TimeAmount
    private let leastByteCount: Int
    private var bytesSinceLook = 0
    private var isReadingBody = false
    private var writesSinceLook = 0
    private var isBlocked = false
    private var wasBlockedAtLook = false
    private var nextLook: Scheduled<Void>?

    init(interval: TimeAmount, leastByteCount: Int) {
        self.interval = interval
        self.leastByteCount = leastByteCount
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: break
        case .body(let bytes):
            if !isReadingBody {
                isReadingBody = true
                // The first stretch is given for nothing: it begins in the middle of an interval.
                bytesSinceLook = leastByteCount
                schedule(context)
            }
            bytesSinceLook += bytes.readableBytes
        case .end:
            isReadingBody = false
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isBlocked = !context.channel.isWritable
        writesSinceLook += 1
        if isBlocked { schedule(context) }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        nextLook?.cancel()
        nextLook = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        nextLook?.cancel()
        nextLook = nil
        context.fireChannelInactive()
    }

    private func schedule(_ context: ChannelHandlerContext) {
        guard nextLook == nil else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        nextLook = context.eventLoop.scheduleTask(in: interval) {
            let (handler, context) = bound.value
            handler.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        nextLook = nil
        let isDripping = isReadingBody && bytesSinceLook < leastByteCount
        let isStuck = isBlocked && wasBlockedAtLook && writesSinceLook == 0
        if isDripping || isStuck {
            context.close(promise: nil)
            return
        }
        bytesSinceLook = 0
        writesSinceLook = 0
        wasBlockedAtLook = isBlocked
        if isReadingBody || isBlocked { schedule(context) }
    }
}
