/// A transport that sends through another one, and lets an app change what is sent and see what became of it.
///
/// For example, an app that names itself and keeps a log:
///
/// ```swift
/// let transport = InterceptedTransport(URLSessionTransport()) { request in
///     request.headers["User-Agent"] = "Chairs/1.0"
/// } didEnd: { request, result in
///     logger.debug("\(request.method.rawValue) \(request.url.path): \(result.map(\.status))")
/// }
/// ```
///
/// The client and the image loader retry failed requests, so each attempt passes through it. Headers may hold a token, and
/// bodies a password: neither belongs in a log.
public struct InterceptedTransport: HTTPTransport {
    /// Changes a request before it is sent.
    public typealias Preparation = @Sendable (_ request: inout ClientRequest) async -> Void
    /// Sees the response to a request, or why there is none.
    public typealias Observation =
        @Sendable (_ request: ClientRequest, _ result: Result<ClientResponse, TransportError>) -> Void

    private let base: any HTTPTransport
    private let prepare: Preparation
    private let didEnd: Observation

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests.
    ///   - prepare: Changes a request before it is sent.
    ///   - didEnd: Called with the request as it was sent, before the caller has the response.
    public init(
        _ base: any HTTPTransport,
        prepare: @escaping Preparation = { _ in },
        didEnd: @escaping Observation = { _, _ in }
    ) {
        self.base = base
        self.prepare = prepare
        self.didEnd = didEnd
    }

    /// Prepares a request, sends it, and reports its end.
    public func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        var request = request
        await prepare(&request)
        do throws(TransportError) {
            let response = try await base.send(request, progress: progress)
            didEnd(request, .success(response))
            return response
        } catch {
            didEnd(request, .failure(error))
            throw error
        }
    }
}
