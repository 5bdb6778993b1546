import NIOCore
import Synchronization

/// The presence of a connection's client, for work that is useless after it has disconnected.
final class ClientPresence: Sendable {
    private struct State {
        var isGone = false
        var lastID = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Runs an operation and cancels it when the client disconnects.
    func cancellingWhenGone<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await operation() }
        let id = whenGone { task.cancel() }
        defer { state.withLock { _ = $0.actions.removeValue(forKey: id) } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func whenGone(_ action: @escaping @Sendable () -> Void) -> Int {
        let (id, isGone) = state.withLock { state in
            state.lastID += 1
            if !state.isGone { state.actions[state.lastID] = action }
            return (state.lastID, state.isGone)
        }
        if isGone { action() }
        return id
    }

    fileprivate func clientIsGone() {
        let actions = state.withLock { state in
            state.isGone = true
            defer { state.actions = [:] }
            return Array(state.actions.values)
        }
        for action in actions { action() }
    }
}

/// A handler that detects that the client has disconnected: at once when the connection is closed or reset, and after a
/// delay when the peer has closed its output, because it may still wait for a response.
final class ClientPresenceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    /// The delay after a half-close. Almost every list is read in less (Benchmarks/README.md).
    static let halfCloseDelay = TimeAmount.seconds(1)

    let presence = ClientPresence()
    private var scheduledDeparture: Scheduled<Void>?

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, scheduledDeparture == nil {
            scheduledDeparture = context.eventLoop.scheduleTask(in: Self.halfCloseDelay) { [presence] in
                presence.clientIsGone()
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        scheduledDeparture?.cancel()
        presence.clientIsGone()
        context.fireChannelInactive()
    }
}

extension ClientPresence {
    /// Returns the presence of a channel's client; nil for a channel without a ``ClientPresenceHandler``.
    static func of(_ channel: any Channel) async -> ClientPresence? {
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: ClientPresenceHandler.self).presence
        }.get()
    }
}
