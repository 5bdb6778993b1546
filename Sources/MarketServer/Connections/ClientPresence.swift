import NIOCore
import Synchronization

/// Whether the client of a connection is still there, for work that is in vain without it.
final class ClientPresence: Sendable {
    private struct State {
        var isGone = false
        var lastID = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Runs an operation, which is cancelled when the client goes.
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

/// Notices that the client has gone: at once when the connection is closed or reset, and a while after its other end was
/// closed for writing, for then it may still wait for an answer.
final class ClientPresenceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    /// Almost every list is read in less (Benchmarks/README.md: a p99 of 161 ms for the slowest search).
    static let patience = TimeAmount.seconds(1)

    let presence = ClientPresence()
    private var departure: Scheduled<Void>?

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, departure == nil {
            departure = context.eventLoop.scheduleTask(in: Self.patience) { [presence] in presence.clientIsGone() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        departure?.cancel()
        presence.clientIsGone()
        context.fireChannelInactive()
    }
}

extension ClientPresence {
    /// Whether the client of a channel is there; nil for a channel that doesn't tell.
    static func of(_ channel: any Channel) async -> ClientPresence? {
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: ClientPresenceHandler.self).presence
        }.get()
    }
}
