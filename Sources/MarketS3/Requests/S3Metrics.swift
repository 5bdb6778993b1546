internal import CoreMetrics

/// The metrics of requests to the object store.
struct S3Metrics: Sendable {
    private let retries = Counter(label: "openmarket_s3_retries_total")

    func answered(_ method: S3Request.Method, status: Int, in time: Duration) { record(method, "\(status)", time) }

    func failed(_ method: S3Request.Method, in time: Duration) { record(method, "none", time) }

    func retried() { retries.increment() }

    private func record(_ method: S3Request.Method, _ status: String, _ time: Duration) {
        let operation = method.rawValue.lowercased()
        Counter(label: "openmarket_s3_requests_total", dimensions: [("operation", operation), ("status", status)])
            .increment()
        Timer(label: "openmarket_s3_request_duration_seconds", dimensions: [("operation", operation)])
            .recordNanoseconds(time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
    }
}
