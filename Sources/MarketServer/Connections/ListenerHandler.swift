import Foundation
import Logging
import NIOCore

/// A handler at the front of a listening socket's pipeline that accepts connections only while there is room for them.
///
/// Without a file descriptor for another connection, accepting fails at once and would be retried in an endless loop.
final class ListenerHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    /// The pause of accepting while there is no room. Waiting connections stay in the system's backlog.
    private static let pause = TimeAmount.milliseconds(5)

    private let connections: ConnectionTable
    /// Whether connections are accepted regardless of their number.
    private let isUnbounded: Bool
    private var hasPendingRead = false
    private var isOpen = true

    init(connections: ConnectionTable, isUnbounded: Bool = false) {
        self.connections = connections
        self.isUnbounded = isUnbounded
    }

    /// Installs a handler in front of a server's listening socket. Does nothing if the socket is already closed.
    static func install(on listener: any Channel, connections: ConnectionTable, isUnbounded: Bool = false) async {
        let installed = listener.eventLoop.submit {
            try listener.pipeline.syncOperations.addHandler(
                ListenerHandler(connections: connections, isUnbounded: isUnbounded),
                position: .first
            )
            connections.startCleanup(on: listener.eventLoop)
        }
        try? await installed.get()
    }

    func read(context: ChannelHandlerContext) {
        guard !hasPendingRead else { return }
        if isUnbounded || connections.makeRoom() {
            context.read()
        } else {
            hold(context)
        }
    }

    private func hold(_ context: ChannelHandlerContext) {
        guard !hasPendingRead else { return }
        hasPendingRead = true
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.pause) {
            let (handler, context) = bound.value
            handler.hasPendingRead = false
            if handler.isOpen { handler.read(context: context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (error as? IOError)?.errnoCode {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            connections.reportDescriptorShortage(error)
            hold(context)
        case ECONNABORTED:
            // The client disconnected before its connection was accepted.
            break
        default:
            context.fireErrorCaught(error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { connections.stop() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isOpen = false
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isOpen = false
    }
}
