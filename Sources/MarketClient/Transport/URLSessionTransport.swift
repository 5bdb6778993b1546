import Synchronization

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport based on its own `URLSession`, without cookies, cache or credentials, because the API needs none of
/// them.
///
/// On Linux, Foundation's `URLSession` terminates the process if a server closes the connection inside a response
/// header ([swift-corelibs-foundation#5285](https://github.com/swiftlang/swift-corelibs-foundation/issues/5285)). No
/// transport based on it can prevent that. Apple platforms are not affected. A connection lost anywhere else is
/// ``TransportError/connectionLost(detail:)`` on Linux, too.
///
/// A body from a file is in memory on Linux while it is sent: Foundation's own upload of a file terminates the process if
/// the request ends while a block of the file is being read, for example because its task was cancelled, and a stream
/// would be sent without `Content-Length`, which not every proxy takes.
///
/// There, a request with a body has a connection of its own: on one that was used before, curl repeats a request whose response
/// is lost, and Foundation sends it without the body, which the server then waits for.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: URLSessionTransportDelegate
    /// What sends requests with a body on Linux; nil elsewhere.
    private let writer: URLSessionTransport?

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - configuration: The base configuration; `ephemeral` unless an app has special needs. The transport disables
    ///     its cookies, cache and credential storage.
    ///   - connectionsPerHost: The maximum number of concurrent connections to a host.
    public convenience init(configuration: URLSessionConfiguration = .ephemeral, connectionsPerHost: Int = 6) {
        #if canImport(FoundationNetworking)
        let writer = URLSessionTransport(configuration, connectionsPerHost, writer: nil)
        #else
        let writer: URLSessionTransport? = nil
        #endif
        self.init(configuration, connectionsPerHost, writer: writer)
    }

    private init(_ configuration: URLSessionConfiguration, _ connectionsPerHost: Int, writer: URLSessionTransport?) {
        self.writer = writer
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        exchanges = URLSessionTransportDelegate()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: Self.delegateQueue())
    }

    deinit {
        // A session retains its delegate until it is invalidated.
        session.invalidateAndCancel()
    }

    /// Sends a request, with a time limit for the whole exchange that depends on the size of both bodies.
    public func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        guard !Task.isCancelled else { throw .cancelled }
        if request.body != nil, let writer {
            var request = request
            request.headers["Connection"] = "close"
            return try await writer.send(request, progress: progress)
        }
        let task = try makeTask(for: request)
        exchanges.begin(InFlightTask(request, progress: progress), of: task)
        let watch = watch(task, of: request)
        defer { watch.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.resumeAtEnd(of: task, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancelSoon()
        }
        return try result.get()
    }

    /// Cancels an exchange that is too slow, because a response that trickles in never becomes idle.
    private func watch(_ task: URLSessionTask, of request: ClientRequest) -> Task<Void, Never> {
        let begin = ContinuousClock.now
        return Task { [exchanges] in
            while !Task.isCancelled {
                let deadline = begin + request.timeAllowed(forBytes: exchanges.byteCount(of: task))
                guard ContinuousClock.now < deadline else {
                    if exchanges.markAsTooSlow(task) { task.cancelSoon() }
                    return
                }
                try? await Task.sleep(until: deadline)
            }
        }
    }

    /// The queue on which the session calls its delegate; nil for one of its own.
    private static func delegateQueue() -> OperationQueue? {
        #if canImport(FoundationNetworking)
        CallingQueue()
        #else
        nil
        #endif
    }

    private func makeTask(for request: ClientRequest) throws(TransportError) -> URLSessionTask {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method.rawValue
        message.timeoutInterval = request.idleTimeout
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        switch request.body {
        case nil: return session.dataTask(with: message)
        case .bytes(let bytes): return session.uploadTask(with: message, from: bytes)
        case .file(let file):
            let path = file.path(percentEncoded: false)
            #if canImport(FoundationNetworking)
            do {
                return session.uploadTask(with: message, from: try Data(contentsOf: file, options: .alwaysMapped))
            } catch {
                throw .unreadableBody(detail: "\(path) can't be read")
            }
            #else
            // URLSession reports a missing file only as a lost connection.
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw .unreadableBody(detail: "\(path) can't be read")
            }
            return session.uploadTask(with: message, fromFile: file)
            #endif
        }
    }
}

#if canImport(FoundationNetworking)
/// Calls the delegate where a part of a response arrives. On Linux, Foundation goes on receiving and decoding while parts of
/// the response wait in an ordinary queue, so that a server could fill the memory before the delegate sees too much.
private final class CallingQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif

extension URLSessionTask {
    /// Cancels the task, on another thread on Linux, where `cancel()` waits for the delegate to return.
    fileprivate func cancelSoon() {
        #if canImport(FoundationNetworking)
        Thread.detachNewThread { self.cancel() }
        #else
        cancel()
        #endif
    }
}

/// The state of a task in flight.
private struct InFlightTask: Sendable {
    let maximumResponse: Int
    let progress: @Sendable (TransferProgress) -> Void
    var body = Data()
    var sentByteCount: Int64 = 0
    var isTooLarge = false
    var isTooSlow = false
    /// The caller, from when it waits.
    var continuation: CheckedContinuation<Result<ClientResponse, TransportError>, Never>?
    /// The outcome of a task that ended before its caller waited.
    var outcome: Result<ClientResponse, TransportError>?

    init(_ request: ClientRequest, progress: @escaping @Sendable (TransferProgress) -> Void) {
        maximumResponse = request.maximumResponse
        self.progress = progress
    }
}

/// The delegate of the session, which resumes the callers.
private final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate {
    private let inFlight = Mutex<[Int: InFlightTask]>([:])

    func begin(_ exchange: InFlightTask, of task: URLSessionTask) {
        inFlight.withLock { [exchange] in $0[task.taskIdentifier] = exchange }
    }

    /// Resumes a continuation when a task has ended, or now if it was cancelled before it began.
    func resumeAtEnd(
        of task: URLSessionTask,
        _ continuation: CheckedContinuation<Result<ClientResponse, TransportError>, Never>
    ) {
        let outcome: Result<ClientResponse, TransportError>? = inFlight.withLock { exchanges in
            guard let outcome = exchanges[task.taskIdentifier]?.outcome else {
                exchanges[task.taskIdentifier]?.continuation = continuation
                return nil
            }
            exchanges[task.taskIdentifier] = nil
            return outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    /// Returns the number of bytes sent and received so far.
    func byteCount(of task: URLSessionTask) -> Int64 {
        inFlight.withLock { exchanges in
            exchanges[task.taskIdentifier].map { $0.sentByteCount + Int64($0.body.count) } ?? 0
        }
    }

    /// - Returns: Whether the task is in flight.
    func markAsTooSlow(_ task: URLSessionTask) -> Bool {
        inFlight.withLock { exchanges in
            exchanges[task.taskIdentifier]?.isTooSlow = true
            return exchanges[task.taskIdentifier] != nil
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        let exchange = inFlight.withLock { exchanges in
            exchanges[task.taskIdentifier]?.sentByteCount = totalBytesSent
            return exchanges[task.taskIdentifier]
        }
        guard let exchange else { return }
        exchange.progress(TransferProgress(completed: totalBytesSent, total: totalBytesExpectedToSend))
    }

    /// Follows a redirect only where the password, the form and the identifier of the request may go.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let mayFollow = request.url.map { task.originalRequest?.mayGo(to: $0) ?? false } ?? false
        completionHandler(mayFollow ? request : nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = inFlight.withLock { exchanges in
            // What was on its way when the exchange was cancelled is dropped.
            guard exchanges[dataTask.taskIdentifier]?.isTooLarge == false,
                var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier)
            else { return false }
            exchange.isTooLarge = exchange.body.count + data.count > exchange.maximumResponse
            if exchange.isTooLarge { exchange.body = Data() } else { exchange.body.append(data) }
            exchanges[dataTask.taskIdentifier] = exchange
            return exchange.isTooLarge
        }
        if isTooLarge { dataTask.cancelSoon() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = inFlight.withLock({ $0[task.taskIdentifier] }) else { return }
        let outcome = Self.outcome(of: exchange, task, error)
        let continuation = inFlight.withLock { exchanges in
            guard let continuation = exchanges[task.taskIdentifier]?.continuation else {
                exchanges[task.taskIdentifier]?.outcome = outcome
                return nil as CheckedContinuation<Result<ClientResponse, TransportError>, Never>?
            }
            exchanges[task.taskIdentifier] = nil
            return continuation
        }
        continuation?.resume(returning: outcome)
    }

    private static func outcome(
        of exchange: InFlightTask,
        _ task: URLSessionTask,
        _ error: (any Error)?
    ) -> Result<ClientResponse, TransportError> {
        if exchange.isTooLarge { return .failure(.responseTooLarge(maximum: exchange.maximumResponse)) }
        if exchange.isTooSlow, error != nil { return .failure(.timedOut) }
        if let error { return .failure(TransportError(error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return .failure(.connectionLost(detail: "no answer"))
        }
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
        return .success(ClientResponse(status: response.statusCode, headers: headers, body: exchange.body))
    }
}

extension URLRequest {
    /// Whether the request may be redirected: to the same server, also from HTTP to HTTPS, and to another one only if it has
    /// nothing that identifies its sender.
    fileprivate func mayGo(to target: URL) -> Bool {
        guard let url, let scheme = target.scheme?.lowercased() else { return false }
        if url.encodedHost == target.encodedHost {
            return UploadTransport.mayMove(from: url, to: target)
        }
        let isUpgrade = url.scheme?.lowercased() == "http" && scheme == "https"
        let isAnonymous = ["identifier", "Authorization"].allSatisfy { value(forHTTPHeaderField: $0) == nil }
        return isAnonymous && httpMethod == "GET" && (isUpgrade || url.scheme?.lowercased() == scheme)
    }
}

extension TransportError {
    /// Creates the error that a `URLSession` has ended a task with.
    public init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .connectionLost(detail: error.localizedDescription)
            return
        }
        let detail = error.localizedDescription
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .unsupportedURL, .badURL,
            // Nothing was sent: there is only a mobile network, which is off for the app, while roaming or during a call.
            .dataNotAllowed, .internationalRoamingOff, .callIsActive:
            self = .notConnected(detail: detail)
        case .appTransportSecurityRequiresSecureConnection, .secureConnectionFailed, .serverCertificateUntrusted,
            .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
            self = .notTrusted(detail: detail)
        default: self = .connectionLost(detail: detail)
        }
    }
}
