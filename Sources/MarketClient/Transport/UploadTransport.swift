public import Foundation
import Synchronization

/// The uploads of the system, which go on while the app is suspended and after it has ended: on Apple's platforms, the upload
/// tasks of a background `URLSession`.
public protocol SystemUploads: Sendable {
    /// Begins to upload a file as the body of a request.
    ///
    /// - Parameter name: What the system keeps with the upload, so that another process of the app recognizes it.
    func begin(_ request: ClientRequest, from file: URL, named name: String)

    /// Returns the names of the uploads that haven't ended, whichever process has begun them.
    func running() async -> [String]

    /// Cancels an upload, which then ends with ``TransportError/cancelled``.
    func cancel(_ name: String)
}

/// What the system reports of an upload, in order.
public enum UploadEvent: Sendable {
    /// A part of the body was sent.
    case sent(TransferProgress)
    /// A piece of the body of the response was received.
    case received(Data)
    /// The upload has ended. The response has no body; its pieces were received before.
    case ended(Result<ClientResponse, TransportError>)
}

/// A transport that leaves the sending of forms to the system, so that they arrive even if the app is suspended or ended.
///
/// A request that creates or changes a product and has a file as its body becomes an upload of the system; all others are
/// sent by the base transport. A request that repeats an upload sends nothing while that goes on, and gets its response:
/// so an app that was ended meanwhile sends its form again to learn what became of it. Two requests are the same if their URL,
/// their `Idempotency-Key` or `If-Match`, and the content of their forms are. One with another form, because it was changed
/// since, takes the place of the upload, which is cancelled.
///
/// The system follows redirects and waits for a network without asking. Therefore each upload begins with a `GET` of the same
/// URL over the base transport, so that what that refuses, and that there is no network, is known before.
///
/// - Important: Set ``MarketAPIClient/Configuration/temporaryFolder`` to the folder of this transport, which outlives the
///   process: the system reads the forms there.
public final class UploadTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let uploads: any SystemUploads
    private let ledger: UploadLedger

    /// Creates a transport. Create one for a process.
    ///
    /// - Parameters:
    ///   - base: The transport for all other requests.
    ///   - folder: An existing folder for the forms, and for the responses that came while nobody waited for them.
    ///   - uploads: Returns the uploads of the system. They report each event by calling the closure that they are given with
    ///     the name of the upload; those that an earlier process has begun may do so at once.
    public init(
        _ base: any HTTPTransport,
        folder: URL,
        uploads: (_ receive: @escaping @Sendable (_ name: String, UploadEvent) -> Void) -> any SystemUploads
    ) {
        self.base = base
        let ledger = UploadLedger(folder: folder)
        self.ledger = ledger
        self.uploads = uploads { name, event in ledger.receive(event, of: name) }
    }

    /// Sends a request, or waits for the response to its upload.
    ///
    /// - Throws: ``TransportError`` if no complete response was received.
    public func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        guard case .file(let form) = request.body, let upload = Upload(of: form, in: request) else {
            return try await base.send(request, progress: progress)
        }
        let running = await uploads.running().compactMap { Upload($0) }.filter { $0.request == upload.request }
        if let response = ledger.takeResponse(to: upload.key) { return response }
        let maximum = request.maximumResponse
        let caller = UploadLedger.Caller(form: upload.form, maximumResponse: maximum, progress: progress)
        if let same = running.first(where: { $0.key == upload.key }), let result = await wait(for: same, caller) {
            return try result.get()
        }
        let replacing = UploadLedger.Caller(form: upload.form, maximumResponse: maximum) { _ in }
        for other in running where other.key != upload.key {
            // If it has arrived before, the market refuses the new form.
            _ = await wait(for: other, replacing) { uploads.cancel(other.name) }
        }
        let check = try await check(request.url)
        guard !(300..<400).contains(check.status) else { return check }
        let result = await wait(for: upload, caller) { uploads.begin(request, from: form, named: upload.name) }
        return try (result ?? .failure(.cancelled)).get()
    }

    /// Asks whether the market can be reached. If the response is lost, nothing was sent to it yet.
    private func check(_ url: URL) async throws(TransportError) -> ClientResponse {
        do throws(TransportError) {
            return try await base.send(ClientRequest(.get, url))
        } catch {
            switch error {
            case .timedOut, .connectionLost: throw .notConnected(detail: "\(error)")
            case .cancelled, .notConnected, .notTrusted, .responseTooLarge, .unreadableBody: throw error
            }
        }
    }

    /// - Returns: The outcome; nil if the upload had ended before, with nothing to take.
    private func wait(
        for upload: Upload,
        _ caller: UploadLedger.Caller,
        begin: () -> Void = {}
    ) async -> Result<ClientResponse, TransportError>? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard ledger.add(caller, to: upload, continuation) else { return }
                begin()
                // Nothing was there to be cancelled before.
                if ledger.isCancelled(upload) { uploads.cancel(upload.name) }
            }
        } onCancel: {
            ledger.cancel(upload)
            uploads.cancel(upload.name)
        }
    }

    /// Returns whether an upload may be redirected: only to the same server, also from HTTP to HTTPS.
    public static func mayMove(from url: URL, to target: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), let newScheme = target.scheme?.lowercased(),
            let host = url.encodedHost, host == target.encodedHost
        else { return false }
        func port(_ url: URL, _ scheme: String) -> Int { url.port ?? (scheme == "https" ? 443 : 80) }
        return scheme == "http" && newScheme == "https"
            || scheme == newScheme && port(url, scheme) == port(target, newScheme)
    }
}

/// One attempt to send a form, as its name tells another process.
struct Upload: Codable {
    let id: UUID
    /// What all forms for the same listing, or for edits of the same version, have in common.
    let request: String
    /// The checksum of the form's content.
    let content: String
    /// The name of the form's file.
    let form: String

    /// What all attempts to send the same form have in common.
    var key: String { "\(request) \(content)" }

    /// What the system keeps with it, the same at every call.
    var name: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension Upload {
    /// Creates a new attempt; nil if the request can't be told from others.
    fileprivate init?(of form: URL, in request: ClientRequest) {
        guard let mark = request.headers["Idempotency-Key"] ?? request.headers["If-Match"],
            let bytes = try? Data(contentsOf: form, options: .mappedIfSafe)
        else { return nil }
        let boundary = request.headers["Content-Type"]?.split(separator: "boundary=").dropFirst().last ?? ""
        id = UUID()
        self.request = "\(request.method.rawValue) \(request.url.absoluteString) \(mark)"
        content = Checksum(of: bytes, without: Array(boundary.utf8)).hexadecimal
        self.form = form.lastPathComponent
    }

    init?(_ name: String) {
        guard let upload = try? JSONDecoder().decode(Upload.self, from: Data(name.utf8)) else { return nil }
        self = upload
    }
}
