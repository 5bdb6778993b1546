import MarketClient
import Synchronization
import UIKit

/// The upload tasks of a background session, which the system sends in a process of its own.
struct BackgroundUploads: SystemUploads {
    /// The transport of this process: the system allows one session with an identifier. It receives what happened while the
    /// app didn't run as soon as it is made.
    static let transport = UploadTransport(URLSessionTransport(), folder: folder) { BackgroundUploads($0) }
    /// The forms that are being sent, and the responses that nobody waited for. They can be read while the phone is locked.
    static let folder = makeFolder()
    /// Tells the system that everything was received that it had launched the app for.
    @MainActor static var finishEvents: (() -> Void)?

    private let session: URLSession

    private init(_ receive: @escaping @Sendable (String, UploadEvent) -> Void) {
        let configuration = URLSessionConfiguration.background(withIdentifier: "uploads")
        configuration.sessionSendsLaunchEvents = true
        configuration.isDiscretionary = false
        // Four attempts take far less than a market remembers the key of a listing.
        configuration.timeoutIntervalForResource = 60 * 60
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        session = URLSession(
            configuration: configuration,
            delegate: BackgroundUploadDelegate(receive),
            delegateQueue: nil
        )
    }

    private static func makeFolder() -> URL {
        var folder = URL.applicationSupportDirectory.appending(component: "uploads", directoryHint: .isDirectory)
        try? FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
        )
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? folder.setResourceValues(values)
        return folder
    }

    func begin(_ request: ClientRequest, from file: URL, named name: String) {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method.rawValue
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        let task = session.uploadTask(with: message, fromFile: file)
        task.taskDescription = name
        task.resume()
    }

    func running() async -> [String] {
        await session.allTasks.compactMap(\.taskDescription)
    }

    func cancel(_ name: String) {
        session.getAllTasks { tasks in
            for task in tasks where task.taskDescription == name { task.cancel() }
        }
    }
}

/// Passes on what the session tells, by the names of the tasks: those of an earlier process are other objects.
private final class BackgroundUploadDelegate: NSObject {
    private let receive: @Sendable (String, UploadEvent) -> Void
    /// The tasks that were led to another server.
    private let misled = Mutex<Set<Int>>([])

    init(_ receive: @escaping @Sendable (String, UploadEvent) -> Void) {
        self.receive = receive
    }

    private func pass(_ event: UploadEvent, of task: URLSessionTask) {
        if let name = task.taskDescription { receive(name, event) }
    }

    private func outcome(_ task: URLSessionTask, _ error: (any Error)?) -> Result<ClientResponse, TransportError> {
        let response = task.response as? HTTPURLResponse
        let isMisled = misled.withLock { $0.remove(task.taskIdentifier) } != nil
        if let from = task.originalRequest?.url, let to = response?.url ?? task.currentRequest?.url,
            isMisled || !UploadTransport.mayMove(from: from, to: to)
        {
            // What a transport that doesn't follow the redirect returns.
            return .success(ClientResponse(status: 307))
        }
        if let error { return .failure(TransportError(error)) }
        guard let response else { return .failure(.connectionLost(detail: "\(task.taskIdentifier)")) }
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
        return .success(ClientResponse(status: response.statusCode, headers: headers))
    }
}

extension BackgroundUploadDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        pass(.sent(TransferProgress(completed: totalBytesSent, total: totalBytesExpectedToSend)), of: task)
    }

    /// A background session follows redirects without asking, but asks before it trusts a server. So the password gets to no
    /// other one: without TLS, App Transport Security leads only into the own network.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        var server = URLComponents()
        (server.scheme, server.host, server.port) = ("https", space.host, space.port)
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, space.proxyType == nil,
            let from = task.originalRequest?.url, let to = server.url, !UploadTransport.mayMove(from: from, to: to)
        else { return completionHandler(.performDefaultHandling, nil) }
        misled.withLock { _ = $0.insert(task.taskIdentifier) }
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        pass(.received(data), of: dataTask)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        pass(.ended(outcome(task, error)), of: task)
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        Task { @MainActor in
            BackgroundUploads.finishEvents?()
            BackgroundUploads.finishEvents = nil
        }
    }
}
