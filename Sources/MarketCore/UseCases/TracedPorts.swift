internal import Instrumentation
internal import MarketModels
internal import Tracing

/// A hasher whose work has spans, with the time until a thread is free.
struct TracedSecretHasher: SecretHasher {
    let hasher: any SecretHasher

    var concurrency: Int { hasher.concurrency }

    func hash(_ secret: String) async throws(MarketError) -> SecretHash {
        try await withWorkSpan("hash secret") { () throws(MarketError) in try await hasher.hash(secret) }
    }

    func verify(_ secret: String, against hash: SecretHash) async throws(MarketError) -> Bool {
        try await withWorkSpan("verify secret") { () throws(MarketError) in
            try await hasher.verify(secret, against: hash)
        }
    }
}

/// An image processor whose work has spans, with the time until a worker is free.
struct TracedImageProcessor: ImageProcessor {
    let processor: any ImageProcessor

    var sandbox: ImageSandbox? { processor.sandbox }

    func process(_ upload: UploadedImage, for client: ClientAddress) async throws(ImageError) -> ProcessedImage {
        try await withWorkSpan("process image") { () throws(ImageError) in
            try await processor.process(upload, for: client)
        }
    }

    func makeWebImage(of full: StoredFile, width: WebImageWidth) async throws(MarketError) -> [UInt8] {
        try await withWorkSpan("make web image") { () throws(MarketError) in
            try await processor.makeWebImage(of: full, width: width)
        }
    }

    func makeIcon(of full: [UInt8], side: Int) async throws(MarketError) -> [UInt8] {
        try await withWorkSpan("make icon") { () throws(MarketError) in
            try await processor.makeIcon(of: full, side: side)
        }
    }
}

/// Calls `body` within a span, or without one if nothing traces the current task.
private func withWorkSpan<Value, Failure>(
    _ name: String,
    _ body: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    guard let context = InstrumentationContext.current else { return try await body() }
    let span = InstrumentationSystem.tracer.startAnySpan(name, context: context, ofKind: .internal)
    defer { span.end() }
    do {
        return try await body()
    } catch {
        span.recordError(error)
        throw error
    }
}
