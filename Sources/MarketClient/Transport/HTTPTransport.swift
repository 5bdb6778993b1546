/// What carries requests to a market and brings its answers back.
///
/// ``URLSessionTransport`` does it over the network. Tests bring one that calls the real server in process, or one that
/// waits, fails and mixes up answers at will.
public protocol HTTPTransport: Sendable {
    /// Sends one request, once, and waits for the whole answer, whatever its status is.
    ///
    /// When the calling task is cancelled the connection is given up at once.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - progress: told now and then how much of the body has gone out, on any thread, in order. Never called after
    ///     the answer or the error has been returned.
    /// - Throws: ``TransportError`` when no whole answer came.
    func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse
}

extension HTTPTransport {
    /// Sends one request whose progress nobody watches.
    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        try await send(request, progress: { _ in })
    }
}

/// How much of a body has gone out.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes.
    public let sent: Int64
    /// Bytes of the whole body.
    public let total: Int64

    public init(sent: Int64, total: Int64) {
        self.sent = sent
        self.total = total
    }

    /// 0 to 1; 1 for an empty body.
    public var fraction: Double { total > 0 ? min(1, Double(sent) / Double(total)) : 1 }
}

/// Why no whole answer came.
public enum TransportError: Error, Hashable, Sendable {
    /// The task was cancelled, or the transport was closed.
    case cancelled
    /// No connection came about, so the request was not carried out: no network, no such host, nobody listens.
    case notConnected(detail: String)
    /// A TLS connection was refused, because the certificate is not one to trust, for example.
    case notTrusted(detail: String)
    /// No answer came in time. The request may have been carried out.
    case timedOut
    /// The connection broke off. The request may have been carried out.
    case connectionLost(detail: String)
    /// The answer has more bytes than the request takes.
    case answerTooLarge(maximum: Int)
    /// The file that was to be sent can't be read.
    case unreadableBody(detail: String)
}
