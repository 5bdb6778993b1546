import Foundation
import MarketClient
import Synchronization

/// Responds to requests in order with what a test has scripted, and records what was sent.
final class ScriptedTransport: HTTPTransport {
    typealias Outcome = Result<ClientResponse, TransportError>

    private struct State {
        var outcomes: [Outcome]
        var requests: [ClientRequest] = []
    }

    private let state: Mutex<State>

    init(_ outcomes: [Outcome]) {
        state = Mutex(State(outcomes: outcomes))
    }

    var requests: [ClientRequest] { state.withLock { $0.requests } }

    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        let outcome = state.withLock { state -> Outcome in
            state.requests.append(request)
            return state.outcomes.isEmpty
                ? .failure(.notConnected(detail: "the script has ended")) : state.outcomes.removeFirst()
        }
        return try outcome.get()
    }
}

extension ClientResponse {
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> ClientResponse {
        ClientResponse(status: status, headers: headers, body: Data(text.utf8))
    }

    static func refusal(_ status: Int, code: String, headers: [String: String] = [:]) -> ClientResponse {
        json(#"{"error":true,"reason":"no","status":\#(status),"code":"\#(code)"}"#, status: status, headers: headers)
    }

    static let emptyList = json(#"{"pages":[],"total_count":0,"next_cursor":null}"#)
}

/// Records the pauses of a client instead of waiting.
final class Pauses: Sendable {
    private let noted = Mutex<[Duration]>([])

    var all: [Duration] { noted.withLock { $0 } }

    func policy(attempts: Int = 4) -> RetryPolicy {
        RetryPolicy(maximumAttempts: attempts) { pause in
            try Task.checkCancellation()
            self.noted.withLock { $0.append(pause) }
        }
    }
}
