internal import Instrumentation
internal import Tracing

/// The span of a request to the object store, if anything traces the task that sends it.
struct RequestTrace {
    private let span: (any Span)?

    init(_ request: S3Request, bucket: String) {
        span = InstrumentationContext.current.map {
            InstrumentationSystem.tracer.startAnySpan("S3 \(request.method.rawValue)", context: $0, ofKind: .client)
        }
        guard let span else { return }
        span.attributes["http.request.method"] = request.method.rawValue
        span.attributes["aws.s3.bucket"] = bucket
        if let key = request.key { span.attributes["aws.s3.key"] = key }
    }

    func answered(status: Int) {
        span?.attributes["http.response.status_code"] = status
        span?.end()
    }

    func failed(_ error: any Error) {
        span?.recordError(error)
        span?.end()
    }
}
