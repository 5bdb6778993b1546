/// A transport that sends requests to a server and returns the responses.
///
/// ``URLSessionTransport`` sends them over the network. One of an app's own may add headers or keep a log; tests use transports that
/// call the real server in process, or that delay, fail and reorder responses.
public protocol HTTPTransport: Sendable {
    /// Sends a request once and returns the complete response, whatever its status.
    ///
    /// When the calling task is cancelled, the connection is closed at once.
    ///
    /// - Parameter progress: Called in order, on any thread, with the progress of sending the body. It is never called after the
    ///   method has returned or thrown.
    /// - Throws: ``TransportError`` if no complete response was received.
    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse
}

extension HTTPTransport {
    /// Sends a request without reporting progress.
    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        try await send(request, progress: { _ in })
    }
}

/// The progress of sending a body.
public struct TransferProgress: Hashable, Sendable {
    /// The number of bytes sent.
    public let completed: Int64
    /// The size of the body, in bytes.
    public let total: Int64

    /// Creates a progress from byte counts.
    public init(completed: Int64, total: Int64) {
        self.completed = completed
        self.total = total
    }

    /// The completed fraction, 0 to 1; 1 for an empty body.
    public var fraction: Double { total > 0 ? min(1, Double(completed) / Double(total)) : 1 }
}

/// An error of a transport that received no complete response.
public enum TransportError: Error, Hashable, Sendable {
    /// The task was cancelled, or the transport was closed.
    case cancelled
    /// No connection was established, so the request was not performed: no network, unknown host, connection refused.
    case notConnected(detail: String)
    /// The TLS connection failed, for example because the certificate is not trusted.
    case notTrusted(detail: String)
    /// The request timed out. It may have been performed.
    case timedOut
    /// The connection was lost. The request may have been performed.
    case connectionLost(detail: String)
    /// The response body is larger than ``ClientRequest/maximumResponse``.
    case responseTooLarge(maximum: Int)
    /// The file of the request body can't be read.
    case unreadableBody(detail: String)
}
