internal import CoreMetrics
internal import MarketCore
internal import MarketHashing
internal import MarketModels
internal import Synchronization

/// Sends signed requests to an object store and repeats those that fail for reasons that pass.
///
/// Every request can be repeated: objects are written whole, with content that their names follow from.
final class S3Client: Sendable {
    /// The largest body of a response, in bytes. Images have at most a few megabytes.
    static let largestBody = 32 << 20
    /// The first and the longest upper bound of the random time between two attempts.
    private static let delays = (first: Duration.milliseconds(50), longest: Duration.seconds(2))
    /// The maximum number of lost connections of one request that aren't counted as attempts. A store that closes connections
    /// for being idle, or was restarted, loses several at once, and each is only noticed when it is used.
    private static let lostConnections = 16
    /// The time in which a connection has to be made.
    private static let connectTimeout = Duration.milliseconds(700)

    let location: S3Location
    let availability: S3Availability
    private let credentials: S3CredentialSource
    let connections: CurlPool
    private let clock: any WallClock
    private let retries = Counter(label: "openmarket_s3_retries_total")
    private let report: @Sendable (S3ImageStore.Event) -> Void
    /// What all time limits are multiplied by.
    private let slowness: Int
    /// How many seconds the time of a request may differ from the store's. Stores refuse those that differ by 5 or 15 minutes.
    private static let toleratedSkew: Int64 = 60
    /// The number of seconds that the store's clock is ahead of this machine's, if it has refused a request for that.
    private let clockOffset = Atomic<Int>(0)

    /// - Parameters:
    ///   - connections: the maximum number of connections, and of threads that wait for them. An image store fetches 24
    ///     images at once, and sends 16 requests when it removes some; the others are for images that are being saved.
    ///   - addresses: addresses to use for host names, instead of asking for them.
    ///   - slowness: what all time limits are multiplied by. Tests that aren't about them use it on slow machines.
    ///   - report: called for the log.
    init(
        location: S3Location,
        credentials: S3CredentialSource,
        connections: Int = 64,
        addresses: [String: String] = [:],
        slowness: Int = 1,
        clock: any WallClock,
        report: @escaping @Sendable (S3ImageStore.Event) -> Void = { _ in }
    ) throws {
        self.location = location
        self.clock = clock
        self.slowness = slowness
        self.report = report
        availability = S3Availability(report: report)
        self.credentials = credentials
        self.connections = CurlPool(
            CurlSettings(
                connectLimit: Self.connectTimeout * slowness,
                certificates: try location.certificatePath.map(TrustedCertificates.read),
                addresses: addresses.map { "\($0):\(location.endpoint.port):\($1)" },
                largestBody: Self.largestBody
            ),
            width: connections
        )
    }

    /// Closes all connections. Nothing can be sent afterwards.
    func close() async { await connections.close() }

    /// Sends a request until it is answered with something that another attempt wouldn't change.
    ///
    /// - Returns: a response with any status below 500 other than 429.
    func send(_ request: S3Request) async throws(S3Failure) -> S3Response {
        let begin = ContinuousClock.now
        let limit = request.timeouts.total * slowness
        var attempt = 0
        var lostConnections = 0
        var hasCorrectedClock = false
        var hasChangedKeys = false
        while true {
            if let reason = availability.refusal() {
                guard request.timeouts == .background, ContinuousClock.now - begin < limit else {
                    throw .unreachable(reason: "it could not be reached a moment ago: \(reason)")
                }
                do { try await Task.sleep(for: S3Availability.retryInterval) } catch { throw .cancelled }
                continue
            }
            attempt += 1
            let keys = credentials.current
            let outcome = await self.attempt(request, with: keys, within: limit - (.now - begin))
            let failure: S3Failure
            switch outcome {
            case .success(let response):
                if !hasCorrectedClock, correctsClock(response) {
                    hasCorrectedClock = true
                    continue
                }
                // Temporary keys may have been replaced meanwhile.
                if !hasChangedKeys, response.mayRefuseKeys, credentials.current != keys {
                    hasChangedKeys = true
                    continue
                }
                guard response.isTemporary else { return response }
                if response.status == 507 { throw .full }
                failure = .unreachable(
                    reason: S3Failure.refused(status: response.status, code: response.errorCode).description
                )
            case .failure(let error):
                if error.isLostConnection, lostConnections < Self.lostConnections {
                    lostConnections += 1
                    attempt -= 1
                }
                if error.failure == .cancelled { throw .cancelled }
                failure = error.failure
            }
            let delay = Self.delay(after: max(attempt, 1))
            guard attempt < request.timeouts.attempts, ContinuousClock.now - begin + delay < limit
            else { throw failure }
            retries.increment()
            do { try await Task.sleep(for: delay) } catch { throw .cancelled }
        }
    }

    /// Returns a random time between zero and a bound that doubles, so that clients that failed together don't come again
    /// together.
    static func delay(after attempt: Int) -> Duration {
        let bound = min(delays.longest, delays.first * (1 << min(attempt - 1, 10)))
        return bound * Double.random(in: 0...1)
    }

    private struct FailedAttempt: Error {
        let failure: S3Failure
        var isLostConnection = false
    }

    private func attempt(
        _ request: S3Request,
        with keys: S3Credentials,
        within limit: Duration
    ) async -> Result<S3Response, FailedAttempt> {
        let begin = ContinuousClock.now
        let trace = RequestTrace(request, bucket: location.bucket)
        do {
            let response = try await connections.send(
                signed(request, with: keys),
                within: TransferLimits(
                    answer: limit,
                    upload: RequestTimeouts.uploadTime(byteCount: request.body.count) * slowness,
                    response: request.timeouts.body * slowness
                )
            )
            availability.answered()
            record(request.method, status: "\(response.status)", since: begin)
            trace.answered(status: response.status)
            return .success(response)
        } catch {
            trace.failed(error)
            if Task.isCancelled { return .failure(FailedAttempt(failure: .cancelled)) }
            if error.showsUnreachable { availability.failed(error.description) }
            record(request.method, status: "none", since: begin)
            return .failure(
                FailedAttempt(
                    failure: .unreachable(reason: error.description),
                    isLostConnection: error.isLostConnection
                )
            )
        }
    }

    private func record(_ method: S3Request.Method, status: String, since begin: ContinuousClock.Instant) {
        let operation = method.rawValue.lowercased()
        Counter(label: "openmarket_s3_requests_total", dimensions: [("operation", operation), ("status", status)])
            .increment()
        Timer(label: "openmarket_s3_request_duration_seconds", dimensions: [("operation", operation)])
            .recordNanoseconds((ContinuousClock.now - begin).inNanoseconds)
    }

    private func signed(_ request: S3Request, with keys: S3Credentials) -> CurlRequest {
        let path = location.path(of: request.key.map { location.prefix + $0 } ?? "")
        let time = SignatureV4.time(clock.now.adding(seconds: Int64(clockOffset.load(ordering: .relaxed))))
        let bodyHash = (request.bodyHash ?? SHA256.hash(request.body)).hexDigits
        var headers = request.headers
        headers += [("host", location.host), ("x-amz-date", time), ("x-amz-content-sha256", bodyHash)]
        if let token = keys.sessionToken { headers.append(("x-amz-security-token", token)) }
        let authorization = SignatureV4(credentials: keys, region: location.region).authorization(
            of: SignatureV4.Request(
                method: request.method.rawValue,
                path: path,
                query: request.query,
                headers: headers,
                bodyHash: bodyHash
            ),
            at: time
        )
        return CurlRequest(
            method: request.method,
            url: location.url(path, SignatureV4.query(request.query)),
            headers: headers + [("authorization", authorization)],
            body: request.body,
            closesConnection: request.closesConnection
        )
    }

    /// Corrects the clock if the store may have refused a request for its time. The answer to a HEAD doesn't say why.
    private func correctsClock(_ response: S3Response) -> Bool {
        guard response.status == 403, let date = response.headers["date"],
            let time = HTTPDate.secondsSinceEpoch(date)
        else { return false }
        let offset = Int(time - clock.now.millisecondsSinceEpoch / 1000)
        guard abs(offset - clockOffset.load(ordering: .relaxed)) > Self.toleratedSkew else { return false }
        clockOffset.store(offset, ordering: .relaxed)
        report(.clockIsOff(secondsBehind: offset))
        return true
    }
}
