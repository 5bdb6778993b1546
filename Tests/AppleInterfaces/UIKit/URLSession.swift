// Foundation's URL loading system, which on Linux is another module and has no background sessions. Read from:
// - https://developer.apple.com/documentation/foundation/urlsession
// - https://developer.apple.com/documentation/foundation/urlsessionconfiguration
// - https://developer.apple.com/documentation/foundation/urlsessiontask
// - https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate
// - https://developer.apple.com/documentation/foundation/urlsessiondatadelegate
// - https://developer.apple.com/documentation/foundation/urlauthenticationchallenge
// - https://developer.apple.com/documentation/foundation/urlprotectionspace
// - https://developer.apple.com/documentation/foundation/fileprotectiontype

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class func background(withIdentifier identifier: String) -> URLSessionConfiguration { fatalError() }
    open var sessionSendsLaunchEvents: Bool
    open var isDiscretionary: Bool
    open var timeoutIntervalForResource: TimeInterval
    open var httpShouldSetCookies: Bool
    open var httpCookieStorage: HTTPCookieStorage?
    open var urlCache: URLCache?
    open var urlCredentialStorage: URLCredentialStorage?
    override init() { fatalError() }
}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class URLCredential: NSObject, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }

    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) { fatalError() }
    open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) { fatalError() }
    open var allTasks: [URLSessionTask] { get async { fatalError() } }
    open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask { fatalError() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { fatalError() }
    open var originalRequest: URLRequest? { fatalError() }
    open var currentRequest: URLRequest? { fatalError() }
    open var response: URLResponse? { fatalError() }
    open var taskDescription: String?
    open func cancel() { fatalError() }
    open func resume() { fatalError() }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

public struct URLRequest: Sendable {
    public init(url: URL) { fatalError() }
    public var url: URL?
    public var httpMethod: String?
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { fatalError() }
}

open class URLResponse: NSObject, @unchecked Sendable {
    open var url: URL? { fatalError() }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
}

// All functions of the delegates are optional.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    @available(iOS 7.0, *) func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    @available(iOS 7.0, *) func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
    @available(iOS 7.0, *) func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    )
    @available(iOS 7.0, *) func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    )
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    @available(iOS 7.0, *) func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
    )
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var protectionSpace: URLProtectionSpace { fatalError() }
}

open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var host: String { fatalError() }
    open var port: Int { fatalError() }
    open var authenticationMethod: String { fatalError() }
    open var proxyType: String? { fatalError() }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodServerTrust = ""

public struct FileProtectionType: Hashable, Sendable {
    public static let completeUntilFirstUserAuthentication = FileProtectionType()
}

extension FileAttributeKey {
    public static let protectionKey = FileAttributeKey(rawValue: "")
}
