import Foundation
import MarketClient
import Synchronization

/// The network of the app, which tests cut, hold and make lose answers.
final class ControlledTransport: HTTPTransport {
    private struct State {
        var isOffline = false
        var losesAnswer: (@Sendable (ClientRequest) -> Bool)?
        var losesEveryAnswer: (@Sendable (ClientRequest) -> Bool)?
        var isHeld: (@Sendable (ClientRequest) -> Bool)?
        var waiting: [UUID: CheckedContinuation<Void, Never>] = [:]
        var sent: [ClientRequest] = []
        var bodies: [URL: Data] = [:]
    }

    private let network = URLSessionTransport()
    private let state = Mutex(State())

    /// Whether every connection is refused.
    var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// The requests that were made, also those that failed.
    var sent: [ClientRequest] { state.withLock { $0.sent } }

    /// The number of requests that are held.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns the body that came from an address.
    func body(from url: URL) -> Data? { state.withLock { $0.bodies[url] } }

    /// Performs the next request that matches and loses its answer.
    func loseAnswer(where matches: @escaping @Sendable (ClientRequest) -> Bool) {
        state.withLock { $0.losesAnswer = matches }
    }

    /// Performs all requests that match and loses their answers.
    func losesAnswers(where matches: @escaping @Sendable (ClientRequest) -> Bool) {
        state.withLock { $0.losesEveryAnswer = matches }
    }

    /// Holds requests that match before they are sent, until ``release()``.
    func hold(where matches: @escaping @Sendable (ClientRequest) -> Bool) {
        state.withLock { $0.isHeld = matches }
    }

    /// Sends what is held, and holds nothing more.
    func release() {
        let waiting = state.withLock { state in
            state.isHeld = nil
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        let (isOffline, isLost, isHeld) = state.withLock { state in
            state.sent.append(request)
            let isLost = !state.isOffline && state.losesAnswer?(request) ?? false
            if isLost { state.losesAnswer = nil }
            return (
                state.isOffline, isLost || state.losesEveryAnswer?(request) ?? false, state.isHeld?(request) ?? false
            )
        }
        if isOffline { throw .notConnected(detail: "offline") }
        if isHeld { try await wait() }
        let response = try await network.send(request, progress: progress)
        if isLost { throw .connectionLost(detail: "lost") }
        state.withLock { $0.bodies[request.url] = response.body }
        return response
    }

    private func wait() async throws(TransportError) {
        let id = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if Task.isCancelled || state.isHeld == nil { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
        if Task.isCancelled { throw .cancelled }
    }
}
