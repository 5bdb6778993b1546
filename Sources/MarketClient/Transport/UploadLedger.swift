import Foundation
import Synchronization

/// Who waits for which upload, and the responses that nobody has waited for.
final class UploadLedger: Sendable {
    typealias Continuation = CheckedContinuation<Result<ClientResponse, TransportError>?, Never>

    /// Who waits for an upload.
    struct Caller: Sendable {
        /// The name of the form's file, which the caller removes.
        let form: String
        let maximumResponse: Int
        let progress: @Sendable (TransferProgress) -> Void
    }

    private struct State {
        var waiting: [UUID: (caller: Caller, continuation: Continuation)] = [:]
        var bodies: [UUID: Data] = [:]
        var cancelled: Set<UUID> = []
        var ended: Set<UUID> = []
    }

    private static let prefix = "openmarket-response-"
    /// In seconds; as long as a market knows the key of a listing.
    private static let maximumAge: TimeInterval = 24 * 60 * 60

    private let folder: URL
    private let state = Mutex(State())

    init(folder: URL) {
        self.folder = folder
    }

    // MARK: Callers

    /// Has a caller wait for an upload.
    ///
    /// - Returns: Whether it waits. Otherwise the continuation was resumed.
    func add(_ caller: Caller, to upload: Upload, _ continuation: Continuation) -> Bool {
        enum Place { case waits, cancelled, ended }
        let place = state.withLock { state -> Place in
            if state.cancelled.contains(upload.id) { return .cancelled }
            if state.ended.contains(upload.id) || state.waiting[upload.id] != nil { return .ended }
            state.waiting[upload.id] = (caller, continuation)
            return .waits
        }
        switch place {
        case .waits: return true
        case .cancelled: continuation.resume(returning: .failure(.cancelled))
        case .ended: continuation.resume(returning: takeResponse(to: upload.key).map { .success($0) })
        }
        return false
    }

    func cancel(_ upload: Upload) {
        _ = state.withLock { $0.cancelled.insert(upload.id) }
    }

    func isCancelled(_ upload: Upload) -> Bool {
        state.withLock { $0.cancelled.contains(upload.id) }
    }

    // MARK: Events

    func receive(_ event: UploadEvent, of name: String) {
        guard let upload = Upload(name) else { return }
        switch event {
        case .sent(let progress):
            let caller = state.withLock { $0.waiting[upload.id]?.caller }
            caller?.progress(progress)
        case .received(let piece): add(piece, to: upload)
        case .ended(let result): end(upload, result)
        }
    }

    private func add(_ piece: Data, to upload: Upload) {
        state.withLock { state in
            let maximum = state.waiting[upload.id]?.caller.maximumResponse ?? ClientRequest.largestResponse
            let body = state.bodies.removeValue(forKey: upload.id) ?? Data()
            // One byte too many says that there was more.
            state.bodies[upload.id] = body + piece.prefix(max(0, maximum + 1 - body.count))
        }
    }

    private func end(_ upload: Upload, _ result: Result<ClientResponse, TransportError>) {
        let (waiting, outcome) = state.withLock { state in
            let waiting = state.waiting.removeValue(forKey: upload.id)
            let body = state.bodies.removeValue(forKey: upload.id) ?? Data()
            let outcome: Result<ClientResponse, TransportError> =
                switch result {
                case .success(let response):
                    .success(ClientResponse(status: response.status, headers: response.headers, body: body))
                // The system cancels uploads, too, for example when the user ends the app.
                case .failure(.cancelled) where !state.cancelled.contains(upload.id):
                    .failure(.connectionLost(detail: "cancelled by the system"))
                case .failure(let error): .failure(error)
                }
            // Before anybody learns that it has ended.
            if waiting == nil, case .success(let response) = outcome { keep(response, to: upload) }
            state.ended.insert(upload.id)
            return (waiting, outcome)
        }
        // The file of another process, which can't remove it any more.
        if waiting?.caller.form != upload.form { remove(upload.form) }
        guard let waiting else { return }
        let maximum = waiting.caller.maximumResponse
        if case .success(let response) = outcome, response.body.count > maximum {
            waiting.continuation.resume(returning: .failure(.responseTooLarge(maximum: maximum)))
        } else {
            waiting.continuation.resume(returning: outcome)
        }
    }

    // MARK: Responses

    private struct KeptResponse: Codable {
        let key: String
        let status: Int
        let headers: [String: String]
        let body: Data
    }

    private func keep(_ response: ClientResponse, to upload: Upload) {
        let kept = KeptResponse(
            key: upload.key,
            status: response.status,
            headers: response.headers,
            body: response.body
        )
        // Without a place for it, the form is sent again.
        try? JSONEncoder().encode(kept).write(
            to: folder.appending(component: Self.prefix + upload.id.uuidString),
            options: .atomic
        )
    }

    /// Returns the response that an upload got while nobody waited for it, and forgets it.
    func takeResponse(to key: String) -> ClientResponse? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        for name in names where name.hasPrefix(Self.prefix) {
            let file = folder.appending(component: name)
            let keptAt = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            guard let keptAt, keptAt.timeIntervalSinceNow > -Self.maximumAge, let bytes = try? Data(contentsOf: file),
                let kept = try? JSONDecoder().decode(KeptResponse.self, from: bytes)
            else {
                remove(name)
                continue
            }
            guard kept.key == key else { continue }
            remove(name)
            return ClientResponse(status: kept.status, headers: kept.headers, body: kept.body)
        }
        return nil
    }

    private func remove(_ name: String) {
        try? FileManager.default.removeItem(at: folder.appending(component: name))
    }
}
