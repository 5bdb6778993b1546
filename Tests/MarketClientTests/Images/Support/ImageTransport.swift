import Foundation
import MarketClient
import Synchronization

/// Holds every request until the test responds, and records what happened.
final class ImageTransport: HTTPTransport {
    typealias Outcome = Result<ClientResponse, TransportError>

    private struct WaitDuration: Sendable {
        let url: URL
        let continuation: CheckedContinuation<Outcome, Never>
    }

    struct Record: Sendable {
        var started: [URL] = []
        var requests: [ClientRequest] = []
        var answered: [URL] = []
        var cancelled: [URL] = []
        var mostAtOnce = 0
    }

    private struct State: Sendable {
        var lastNumber = 0
        var waiting: [Int: WaitDuration] = [:]
        var record = Record()
    }

    private let state = Mutex(State())
    /// Whether a cancelled request returns at once, as a transport should, or still waits for its response.
    private let heedsCancellation: Bool

    init(heedsCancellation: Bool = true) {
        self.heedsCancellation = heedsCancellation
    }

    var record: Record { state.withLock { $0.record } }
    var started: [URL] { record.started }
    /// The requests that wait for a response, oldest first.
    var waiting: [URL] {
        state.withLock { state in state.waiting.sorted { $0.key < $1.key }.map(\.value.url) }
    }

    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.record.started.append(request.url)
            state.record.requests.append(request)
            return state.lastNumber
        }
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled, heedsCancellation {
                        state.record.cancelled.append(request.url)
                        return true
                    }
                    state.waiting[number] = WaitDuration(url: request.url, continuation: continuation)
                    state.record.mostAtOnce = max(state.record.mostAtOnce, state.waiting.count)
                    return false
                }
                if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
            }
        } onCancel: {
            guard heedsCancellation else { return }
            let waiting = state.withLock { state in
                let waiting = state.waiting.removeValue(forKey: number)
                if waiting != nil { state.record.cancelled.append(request.url) }
                return waiting
            }
            waiting?.continuation.resume(returning: .failure(.cancelled))
        }
        return try outcome.get()
    }

    /// Responds to the oldest request for an address, by default with its image.
    ///
    /// - Returns: false if no request waits for it.
    @discardableResult
    func response(_ url: URL, _ outcome: Outcome? = nil) -> Bool {
        let waiting = state.withLock { state in
            let oldest = state.waiting.filter { $0.value.url == url }.keys.min()
            guard let oldest, let waiting = state.waiting.removeValue(forKey: oldest) else { return WaitDuration?.none }
            state.record.answered.append(url)
            return waiting
        }
        waiting?.continuation.resume(returning: outcome ?? .success(.image(url)))
        return waiting != nil
    }

    /// Waits until a request for an address arrives, and responds to it.
    func answerNext(_ url: URL, _ outcome: Outcome? = nil) async {
        await Eventually.holds { self.response(url, outcome) }
    }
}

extension ClientResponse {
    /// The image of an address: its text.
    static func image(_ url: URL, headers: [String: String] = [:]) -> ClientResponse {
        ClientResponse(status: 200, headers: headers, body: Data(url.absoluteString.utf8))
    }
}

extension URL {
    static func image(_ number: Int) -> URL {
        URL(string: "https://market.test/images/\(number).jpg") ?? URL(filePath: "/")
    }
}
