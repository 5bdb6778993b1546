import MarketCore
import NIOCore
import Synchronization

/// One connection that was accepted: whose it is, and whether something is under way on it.
///
/// Its own event loop writes; the others may read, so that nothing has to be locked for a request.
final class OpenConnection: Sendable {
    let channel: any Channel
    let address: ClientAddress
    /// Whether it comes from a trusted proxy, and is bounded by nothing but the number of all connections.
    let isExempt: Bool
    let openedAt = NIODeadline.now()

    private let requestCount = Atomic<Int>(0)
    private let lastActivity: Atomic<UInt64>
    private let established: Atomic<Bool>
    private let closing = Atomic<Bool>(false)

    /// - Parameter isEstablished: whether requests may come at once; false where TLS has to be agreed on first.
    init(channel: any Channel, address: ClientAddress, isExempt: Bool, isEstablished: Bool) {
        self.channel = channel
        self.address = address
        self.isExempt = isExempt
        lastActivity = Atomic(openedAt.uptimeNanoseconds)
        established = Atomic(isEstablished)
    }

    /// Whether its TLS handshake, if it needs one, is complete.
    var isEstablished: Bool { established.load(ordering: .relaxed) }

    /// Whether no request is being read or answered.
    var isIdle: Bool { requestCount.load(ordering: .relaxed) == 0 }

    /// Whether it is to be closed already.
    var isClosing: Bool { closing.load(ordering: .relaxed) }

    /// When a request last came or a response last ended.
    var activeAt: NIODeadline { .uptimeNanoseconds(lastActivity.load(ordering: .relaxed)) }

    // MARK: On its event loop

    func handshakeCompleted() {
        established.store(true, ordering: .relaxed)
        lastActivity.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    }

    /// - Parameter change: the requests that have begun, less those that have ended.
    func requestsChanged(by change: Int, at time: NIODeadline) {
        // One writer: the connection and all of its HTTP/2 streams are on one event loop.
        requestCount.store(requestCount.load(ordering: .relaxed) + change, ordering: .relaxed)
        lastActivity.store(time.uptimeNanoseconds, ordering: .relaxed)
    }

    // MARK: On any thread

    /// Closes the socket without a word to the other end, which may not listen.
    ///
    /// - Parameter isForced: whether it is closed even if a request is under way.
    func close(isForced: Bool) {
        closing.store(true, ordering: .relaxed)
        channel.eventLoop.execute { [self] in
            guard isForced || isIdle else {
                closing.store(false, ordering: .relaxed)
                return
            }
            do {
                // From the front of the pipeline: TLS would wait for the other end.
                try channel.pipeline.syncOperations.context(handlerType: ConnectionMark.self).close(promise: nil)
            } catch {
                channel.close(promise: nil)
            }
        }
    }
}

/// Stands first in a connection's pipeline, so that what is behind can find out which connection it belongs to.
final class ConnectionMark: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private let connection: OpenConnection

    init(_ connection: OpenConnection) {
        self.connection = connection
    }

    /// The connection of a channel: its own, or for an HTTP/2 stream that of the channel it runs in. Nil in tests without
    /// one.
    static func connection(of channel: any Channel) -> OpenConnection? {
        if let mark = try? channel.pipeline.syncOperations.handler(type: ConnectionMark.self) { return mark.connection }
        // A stream is on the event loop of its connection; a listener need not be, and has no mark.
        guard let parent = channel.parent, parent.eventLoop.inEventLoop else { return nil }
        return (try? parent.pipeline.syncOperations.handler(type: ConnectionMark.self))?.connection
    }
}
