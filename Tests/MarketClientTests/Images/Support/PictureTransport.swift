import Foundation
import MarketClient
import Synchronization

/// Holds every request back until the test answers it, and keeps a record of what went on.
final class PictureTransport: HTTPTransport {
    typealias Outcome = Result<ClientResponse, TransportError>

    private struct Waiting: Sendable {
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
        var waiting: [Int: Waiting] = [:]
        var record = Record()
    }

    private let state = Mutex(State())
    /// Whether a cancelled request comes back at once, as a transport should, or waits for its answer nonetheless.
    private let heedsCancellation: Bool

    init(heedsCancellation: Bool = true) {
        self.heedsCancellation = heedsCancellation
    }

    var record: Record { state.withLock { $0.record } }
    var started: [URL] { record.started }
    /// What waits for an answer, the request that came first first.
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
                    state.waiting[number] = Waiting(url: request.url, continuation: continuation)
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

    /// Answers the oldest request for an address, by default with its picture.
    ///
    /// - Returns: false if nobody waits for it.
    @discardableResult
    func answer(_ url: URL, _ outcome: Outcome? = nil) -> Bool {
        let waiting = state.withLock { state in
            let oldest = state.waiting.filter { $0.value.url == url }.keys.min()
            guard let oldest, let waiting = state.waiting.removeValue(forKey: oldest) else { return Waiting?.none }
            state.record.answered.append(url)
            return waiting
        }
        waiting?.continuation.resume(returning: outcome ?? .success(.picture(url)))
        return waiting != nil
    }

    /// Waits until a request for an address is there, and answers it.
    func answerNext(_ url: URL, _ outcome: Outcome? = nil) async {
        await Eventually.holds { self.answer(url, outcome) }
    }
}

extension ClientResponse {
    /// The picture of an address: its text.
    static func picture(_ url: URL, headers: [String: String] = [:]) -> ClientResponse {
        ClientResponse(status: 200, headers: headers, body: Data(url.absoluteString.utf8))
    }
}

extension URL {
    static func picture(_ number: Int) -> URL {
        URL(string: "https://market.test/images/\(number).jpg") ?? URL(filePath: "/")
    }
}
