public import Foundation
import MarketAPI
public import MarketModels
import Synchronization

/// A client of a market's HTTP API: the `training` edition and its extensions (API.md).
///
/// Create one for each market and share it: for a minute it remembers what it has written, because a market may have
/// several servers. To cancel a call, cancel the task that makes it.
public final class MarketAPIClient: Sendable {
    /// The configuration of a client.
    public struct Configuration: Sendable {
        /// The URL of the market, such as `https://market.example`. A path in it precedes the paths of the API.
        public var baseURL: URL
        /// The transport that sends the requests.
        public var transport: any HTTPTransport
        /// The identifier of the vendor. Only ``MarketService/list(_:key:progress:)`` uses it; the first listing with a
        /// new identifier creates the vendor.
        public var identifier: VendorIdentifier?
        /// The vendor's name, 1 to 100 characters. It is used only when the first listing creates the vendor.
        public var vendorName: String?
        /// The language of error messages: `ko`, `en`, or a complete `Accept-Language` value. Nil for the server's
        /// default.
        public var language: String?
        /// When failed requests are retried.
        public var retry: RetryPolicy
        /// The folder in which forms are assembled. Each form is removed when its call ends; if the process is killed
        /// before, by the first call a day later.
        public var temporaryFolder: URL

        /// Creates a configuration.
        public init(
            baseURL: URL,
            transport: any HTTPTransport,
            identifier: VendorIdentifier? = nil,
            vendorName: String? = nil,
            language: String? = nil,
            retry: RetryPolicy = RetryPolicy(),
            temporaryFolder: URL = FileManager.default.temporaryDirectory
        ) {
            self.baseURL = baseURL
            self.transport = transport
            self.identifier = identifier
            self.vendorName = vendorName
            self.language = language
            self.retry = retry
            self.temporaryFolder = temporaryFolder
        }
    }

    /// The configuration of the client.
    public let configuration: Configuration
    private let written = WrittenRevision()

    /// Creates a client.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
    }
}

extension MarketAPIClient {
    /// What a request does when it arrives once more.
    enum Effect {
        /// It changes nothing, however often it arrives.
        case none
        /// It changes something, but not more if it arrives again: the server recognizes it, or ends in the same state.
        case repeatable
        /// It changes something each time it arrives.
        case once
    }

    /// The number of seconds without a byte of a response after which somebody who waits to read it is told so.
    private static let readingIdleTimeout = 15.0

    func request(
        _ method: ClientRequest.Method,
        _ route: MarketRoute,
        query: [URLQueryItem] = [],
        headers: [String: String] = [:],
        body: ClientRequest.Body? = nil
    ) -> ClientRequest {
        var url = configuration.baseURL
        for segment in route.path.split(separator: "/") { url.append(component: segment) }
        if !query.isEmpty { url = url.appending(query) }
        var headers = headers
        headers["Accept"] = "application/json"
        if let language = configuration.language { headers["Accept-Language"] = language }
        headers[WrittenRevision.header] = written.text
        if case .bytes = body { headers["Content-Type"] = "application/json" }
        var request = ClientRequest(method, url, headers: headers, body: body)
        if method == .get { request.idleTimeout = Self.readingIdleTimeout }
        return request
    }

    /// Sends a request, with retries if necessary, and returns the successful response.
    func perform(
        _ request: ClientRequest,
        _ effect: Effect,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(MarketClientError) -> ClientResponse {
        var attempt = 1
        var retryAfterBudget = configuration.retry.retryAfterBudget
        var mayHaveArrived = false
        while true {
            let failure: MarketClientError
            do {
                let response = try await configuration.transport.send(request, progress: progress)
                written.remember(response)
                if response.isSuccess { return response }
                failure =
                    300..<400 ~= response.status
                    ? .unreadableResponse(detail: "a redirect to another server") : .refused(response.refusal)
            } catch {
                // A later attempt that reached nobody says nothing about an earlier one.
                if error.isLoss && effect != .none { mayHaveArrived = true }
                failure = MarketClientError(error, mayHaveArrived: mayHaveArrived)
            }
            let retryAfter = failure.refusal?.retryAfter.map { Duration.seconds(max(0, $0)) }
            // A concurrent request with the same key may never finish, so only the caller can decide how long to wait.
            let isInFlight = failure.refusal?.code == .requestInFlight
            // Whoever waits without seeing progress has waited long enough.
            guard failure.isWorthRepeating(effect), !failure.isTimeout || request.isUpload,
                let delay = configuration.retry.delay(
                    afterAttempt: attempt,
                    retryAfter: retryAfter,
                    retryAfterBudget: isInFlight ? .zero : retryAfterBudget
                )
            else { throw failure }
            if retryAfter != nil { retryAfterBudget -= delay }
            do { try await configuration.retry.sleep(delay) } catch { throw .cancelled }
            attempt += 1
        }
    }

    func read<Answer: Decodable>(_ type: Answer.Type, from response: ClientResponse) throws(MarketClientError) -> Answer
    {
        do {
            return try JSONDecoder().decode(type, from: response.body)
        } catch {
            throw .unreadableResponse(detail: "\(error)")
        }
    }
}

extension URL {
    /// Percent-encodes everything except letters, digits and `-._~`. Servers disagree on the characters that
    /// `URLQueryItem` leaves unencoded, and read `+` as a space.
    fileprivate func appending(_ query: [URLQueryItem]) -> URL {
        let unreserved = CharacterSet(charactersIn: "-._~")
            .union(CharacterSet(charactersIn: "a"..."z"))
            .union(CharacterSet(charactersIn: "A"..."Z"))
            .union(CharacterSet(charactersIn: "0"..."9"))
        var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        components?.percentEncodedQuery = query.map { item in
            "\(item.name)=\((item.value ?? "").addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }.joined(separator: "&")
        return components?.url ?? self
    }
}

extension MarketClientError {
    fileprivate init(_ error: TransportError, mayHaveArrived: Bool) {
        switch error {
        case .cancelled: self = .cancelled
        case .unreadableBody(let detail): self = .unusableFile(path: "", detail: detail)
        case .responseTooLarge(let maximum): self = .unreadableResponse(detail: "more than \(maximum) bytes")
        case .notConnected, .notTrusted, .timedOut, .connectionLost:
            self = mayHaveArrived ? .outcomeUnknown(error) : .unreachable(error)
        }
    }

    fileprivate var isTimeout: Bool {
        switch self {
        case .unreachable(.timedOut), .outcomeUnknown(.timedOut): true
        default: false
        }
    }

    fileprivate func isWorthRepeating(_ effect: MarketAPIClient.Effect) -> Bool {
        switch self {
        case .unreachable(.notTrusted), .outcomeUnknown(.notTrusted): false
        case .unreachable: true
        case .outcomeUnknown: effect != .once
        case .refused(let refusal) where effect != .once:
            // The same listing is already in flight, or the server is temporarily unavailable.
            refusal.code == .requestInFlight || [408, 502, 503, 504].contains(refusal.status)
                || refusal.isWaitingWorthWhile
        // Nothing was changed: the request exceeded a rate limit.
        case .refused(let refusal): refusal.isWaitingWorthWhile
        default: false
        }
    }
}

extension ClientRequest {
    /// Whether the request sends a form with images, whose progress is shown.
    fileprivate var isUpload: Bool {
        guard case .file = body else { return false }
        return true
    }
}

extension TransportError {
    /// Whether the request may have arrived, although no response came back.
    fileprivate var isLoss: Bool {
        switch self {
        case .timedOut, .connectionLost: true
        case .cancelled, .notConnected, .notTrusted, .responseTooLarge, .unreadableBody: false
        }
    }
}

extension Refusal {
    /// Whether the server accepts the request after a pause. Too many wrong passwords are not retried, because only the
    /// user can correct them.
    fileprivate var isWaitingWorthWhile: Bool { status == 429 && retryAfter != nil }
}

extension ClientResponse {
    fileprivate var refusal: Refusal {
        let report = try? JSONDecoder().decode(ErrorReport.self, from: body)
        var current = report?.current
        current?.entityTag = self[header: "ETag"]
        return Refusal(
            status: status,
            code: report?.code,
            reason: report?.reason ?? "HTTP \(status)",
            fields: report?.fields ?? [],
            retryAfter: self[header: "Retry-After"].flatMap { Int($0) },
            current: current,
            listed: report?.listed
        )
    }
}

/// The revision that a market has sent after a write. If the market has several nodes, it is sent back for a while,
/// so that whichever server answers shows what was written.
final class WrittenRevision: Sendable {
    static let header = "Market-Revision"
    /// After a second, all servers have seen a write.
    private static let lifetime: Duration = .seconds(60)

    private struct Told {
        let number: Int64
        let endsAt: ContinuousClock.Instant
    }

    private let told = Mutex<Told?>(nil)

    /// The revision to send, or nil if none was received in the last minute.
    var text: String? {
        told.withLock { told in
            if let end = told?.endsAt, end <= .now { told = nil }
            return told.map { String($0.number) }
        }
    }

    /// Remembers the revision of a response, unless a later one is known already.
    func remember(_ response: ClientResponse) {
        guard let number = response[header: Self.header].flatMap({ Int64($0) }), number >= 0 else { return }
        let end = ContinuousClock.now + Self.lifetime
        told.withLock { $0 = Told(number: max(number, $0?.number ?? 0), endsAt: end) }
    }
}
