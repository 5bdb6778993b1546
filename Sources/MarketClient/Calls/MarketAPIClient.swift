public import Foundation
import MarketAPI
public import MarketModels

/// A market, spoken to over HTTP: the `training` edition and its extensions (API.md).
///
/// A value without state of its own: make one for each market, and hand it around. Every call can be cancelled by
/// cancelling the task that makes it.
public struct MarketAPIClient: Sendable {
    /// What the client stands on.
    public struct Configuration: Sendable {
        /// Where the market is, such as `https://market.example`; a path in it is kept in front of the API's own.
        public var baseURL: URL
        public var transport: any HTTPTransport
        /// Who lists: a vendor comes into being when its identifier is first seen. Only listings need it.
        public var identifier: VendorIdentifier?
        /// The name that the vendor is to have, 1 to 100 characters; it is taken when the vendor comes into being.
        public var vendorName: String?
        /// In which language reasons are wanted: `ko`, `en`, or a whole `Accept-Language`.
        public var language: String?
        public var retry: RetryPolicy
        /// Where forms are put together; they are removed when their call ends.
        public var temporaryFolder: URL

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

    public let configuration: Configuration

    public init(_ configuration: Configuration) {
        self.configuration = configuration
    }
}

extension MarketAPIClient {
    /// How a request that got no answer, or one of failure, may be repeated.
    enum Repetition {
        /// It changes nothing, or the market knows a repeat when it sees one.
        case safe
        /// It changes something each time it arrives.
        case unsafe
    }

    func request(
        _ method: ClientRequest.Method,
        _ route: MarketRoute,
        query: [URLQueryItem] = [],
        headers: [String: String] = [:],
        body: ClientRequest.Body? = nil
    ) -> ClientRequest {
        var url = configuration.baseURL
        for segment in route.path.split(separator: "/") { url.append(component: segment) }
        if !query.isEmpty { url = url.asking(query) }
        var headers = headers
        headers["Accept"] = "application/json"
        if let language = configuration.language { headers["Accept-Language"] = language }
        if case .bytes = body { headers["Content-Type"] = "application/json" }
        return ClientRequest(method, url, headers: headers, body: body)
    }

    /// Sends a request, again if need be, and returns the answer of success.
    func perform(
        _ request: ClientRequest,
        _ repetition: Repetition,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(MarketClientError) -> ClientResponse {
        var attempt = 1
        var patience = configuration.retry.patience
        while true {
            let failure: MarketClientError
            do {
                let response = try await configuration.transport.send(request, progress: progress)
                if response.isSuccess { return response }
                failure = .refused(response.refusal)
            } catch {
                failure = MarketClientError(error, changes: repetition == .unsafe)
            }
            let asked = failure.refusal?.retryAfter.map { Duration.seconds(max(0, $0)) }
            // What is under way elsewhere may never end; that is for the caller to judge.
            let isUnderWay = failure.refusal?.code == .requestUnderWay
            guard failure.isWorthRepeating(repetition),
                let pause = configuration.retry.pause(
                    afterAttempt: attempt,
                    asked: asked,
                    patience: isUnderWay ? .zero : patience
                )
            else { throw failure }
            if asked != nil { patience -= pause }
            do { try await configuration.retry.sleep(pause) } catch { throw .cancelled }
            attempt += 1
        }
    }

    func read<Answer: Decodable>(_ type: Answer.Type, from response: ClientResponse) throws(MarketClientError) -> Answer
    {
        do {
            return try JSONDecoder().decode(type, from: response.body)
        } catch {
            throw .unreadableAnswer(detail: "\(error)")
        }
    }
}

extension URL {
    /// Everything but letters, digits and `-._~` is percent-encoded: what URLQueryItem leaves alone, a server reads as
    /// it likes, and `+` as a space.
    fileprivate func asking(_ query: [URLQueryItem]) -> URL {
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
    fileprivate init(_ error: TransportError, changes: Bool) {
        switch error {
        case .cancelled: self = .cancelled
        case .unreadableBody(let detail): self = .unusableFile(path: "", detail: detail)
        case .answerTooLarge(let maximum): self = .unreadableAnswer(detail: "more than \(maximum) bytes")
        case .notConnected, .notTrusted: self = .unreachable(error)
        case .timedOut, .connectionLost: self = changes ? .outcomeUnknown(error) : .unreachable(error)
        }
    }

    fileprivate func isWorthRepeating(_ repetition: MarketAPIClient.Repetition) -> Bool {
        switch self {
        case .unreachable(.notTrusted): false
        case .unreachable: true
        case .refused(let refusal) where repetition == .safe:
            // The same listing is being carried out already, or the market is not able to answer just now.
            refusal.code == .requestUnderWay || [408, 502, 503, 504].contains(refusal.status)
                || refusal.isWaitingWorthWhile
        // Nothing was changed: the market was only asked too often.
        case .refused(let refusal): refusal.isWaitingWorthWhile
        default: false
        }
    }
}

extension Refusal {
    /// Whether the market takes the request when it is left alone for a while. Wrong passwords are for people to think
    /// about.
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
            current: current
        )
    }
}
