import Synchronization

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Carries requests over the network, with a `URLSession` of its own: no cookies, no cache, and no credentials, because
/// the API needs none of them.
///
/// On Linux, Foundation's `URLSession` ends the whole process when a server breaks off inside the header of an answer
/// ([swift-corelibs-foundation#5285](https://github.com/swiftlang/swift-corelibs-foundation/issues/5285)). No
/// transport that stands on it can prevent that. Apple's systems do not have that fault; a break-off anywhere else is
/// ``TransportError/connectionLost(detail:)`` on Linux too.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: Exchanges

    /// - Parameters:
    ///   - configuration: what to begin with; `ephemeral` unless an app has needs of its own.
    ///   - connectionsPerHost: how many requests are under way to one host at once.
    public init(configuration: URLSessionConfiguration = .ephemeral, connectionsPerHost: Int = 6) {
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        exchanges = Exchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        // A session keeps its delegate for ever unless it is told that it is over.
        session.invalidateAndCancel()
    }

    public func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let task = try makeTask(for: request)
        let exchange = Exchange(maximumAnswer: request.maximumAnswer, progress: progress)
        let watch = watch(task, of: request)
        defer { watch.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(exchange, of: task, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Ends what goes on for ever: an answer that drips keeps a connection from ever being idle.
    private func watch(_ task: URLSessionTask, of request: ClientRequest) -> Task<Void, Never> {
        let begin = ContinuousClock.now
        return Task { [exchanges] in
            while !Task.isCancelled {
                let deadline = begin + request.timeAllowed(forBytes: exchanges.byteCount(of: task))
                guard ContinuousClock.now < deadline else {
                    if exchanges.markAsTooSlow(task) { task.cancel() }
                    return
                }
                try? await Task.sleep(until: deadline)
            }
        }
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
            // URLSession tells of a file that is not there only by a connection that breaks off.
            guard FileManager.default.isReadableFile(atPath: file.path(percentEncoded: false)) else {
                throw .unreadableBody(detail: "\(file.path(percentEncoded: false)) can't be read")
            }
            return session.uploadTask(with: message, fromFile: file)
        }
    }
}

/// What one task has brought so far.
private struct Exchange: Sendable {
    let maximumAnswer: Int
    let progress: @Sendable (TransferProgress) -> Void
    var body = Data()
    var sentByteCount: Int64 = 0
    var isTooLarge = false
    var isTooSlow = false
    var continuation: CheckedContinuation<Result<ClientResponse, TransportError>, Never>?

    init(maximumAnswer: Int, progress: @escaping @Sendable (TransferProgress) -> Void) {
        self.maximumAnswer = maximumAnswer
        self.progress = progress
    }
}

/// Hears what becomes of the tasks of a session.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    private let underWay = Mutex<[Int: Exchange]>([:])

    func begin(
        _ exchange: Exchange,
        of task: URLSessionTask,
        _ continuation: CheckedContinuation<Result<ClientResponse, TransportError>, Never>
    ) {
        var exchange = exchange
        exchange.continuation = continuation
        underWay.withLock { [exchange] in $0[task.taskIdentifier] = exchange }
    }

    /// What went out and came in so far.
    func byteCount(of task: URLSessionTask) -> Int64 {
        underWay.withLock { exchanges in
            exchanges[task.taskIdentifier].map { $0.sentByteCount + Int64($0.body.count) } ?? 0
        }
    }

    /// - Returns: whether the task is under way.
    func markAsTooSlow(_ task: URLSessionTask) -> Bool {
        underWay.withLock { exchanges in
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
        let progress = underWay.withLock { exchanges in
            exchanges[task.taskIdentifier]?.sentByteCount = totalBytesSent
            return exchanges[task.taskIdentifier]?.progress
        }
        guard let progress else { return }
        progress(TransferProgress(sent: totalBytesSent, total: max(totalBytesSent, totalBytesExpectedToSend)))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = underWay.withLock { exchanges in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            exchange.isTooLarge = exchange.body.count + data.count > exchange.maximumAnswer
            if !exchange.isTooLarge { exchange.body.append(data) }
            exchanges[dataTask.taskIdentifier] = exchange
            return exchange.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = underWay.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.continuation?.resume(returning: Self.outcome(of: exchange, task, error))
    }

    private static func outcome(
        of exchange: Exchange,
        _ task: URLSessionTask,
        _ error: (any Error)?
    ) -> Result<ClientResponse, TransportError> {
        if exchange.isTooLarge { return .failure(.answerTooLarge(maximum: exchange.maximumAnswer)) }
        if exchange.isTooSlow, error != nil { return .failure(.timedOut) }
        if let error { return .failure(TransportError(error)) }
        guard let answer = task.response as? HTTPURLResponse else {
            return .failure(.connectionLost(detail: "no answer"))
        }
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in answer.allHeaderFields { headers[name] = value }
        return .success(ClientResponse(status: answer.statusCode, headers: headers, body: exchange.body))
    }
}

extension TransportError {
    fileprivate init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .connectionLost(detail: error.localizedDescription)
            return
        }
        let detail = error.localizedDescription
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .unsupportedURL, .badURL:
            self = .notConnected(detail: detail)
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
            self = .notTrusted(detail: detail)
        default: self = .connectionLost(detail: detail)
        }
    }
}
