import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// A listing as it has come in: what is wanted of `params`, and the images in the spool.
struct Upload: Sendable {
    let fields: ListingFields
    let images: [UploadedImage]
}

/// Reads the multipart body of a listing as a stream: `params` through the JSON reader, images into the spool.
struct UploadReader: Sendable {
    private let spool: UploadSpool
    private let limits: ServerLimits
    private let slots: UploadSlots

    init(spool: UploadSpool, limits: ServerLimits) {
        self.spool = spool
        self.limits = limits
        slots = UploadSlots(capacity: limits.concurrentUploads)
    }

    /// Reads a request's body and hands over what it holds; the spooled files are gone afterwards.
    ///
    /// - Throws: ``RequestError``, or `MarketError` for an image that is over its bound.
    func withUpload<Value: Sendable>(
        of request: Request,
        _ use: (Upload) async throws -> Value
    ) async throws -> Value {
        if let declared = request.headers[.contentLength].flatMap({ Int($0) }), declared > limits.uploadByteCount {
            throw RequestError.bodyTooLarge(maximumByteCount: limits.uploadByteCount)
        }
        return try await slots.withSlot {
            var intake = UploadIntake(
                contentType: request.headers[.contentType],
                maximumJSONByteCount: limits.jsonByteCount
            )
            var files: [SpooledFile] = []
            do {
                try await read(request.body, into: &intake, &files)
                let value = try await use(intake.finish(files: files))
                await spool.remove(files)
                return value
            } catch {
                await spool.remove(files)
                throw error
            }
        }
    }

    private func read(
        _ body: RequestBody,
        into intake: inout UploadIntake,
        _ files: inout [SpooledFile]
    ) async throws {
        var byteCount = 0
        var iterator = body.makeAsyncIterator()
        while let buffer = try await next(&iterator) {
            byteCount += buffer.readableBytes
            guard byteCount <= limits.uploadByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: limits.uploadByteCount)
            }
            try buffer.withUnsafeReadableBytes { bytes in try intake.take(bytes) }
            if intake.waitingByteCount >= UploadIntake.flushByteCount { try await flush(&intake, &files) }
        }
        try intake.end()
        try await flush(&intake, &files)
    }

    private func next(_ iterator: inout RequestBody.AsyncIterator) async throws(RequestError) -> ByteBuffer? {
        do {
            return try await iterator.next()
        } catch {
            throw .interrupted
        }
    }

    /// Writes what waits into the files, in one visit to the thread pool.
    private func flush(_ intake: inout UploadIntake, _ files: inout [SpooledFile]) async throws {
        var writes: [SpoolWrite] = []
        for chunk in intake.takeWaiting() {
            while files.count <= chunk.image { files.append(try await spool.makeFile()) }
            writes.append(SpoolWrite(file: files[chunk.image], bytes: chunk.bytes))
        }
        guard !writes.isEmpty else { return }
        do {
            try await spool.write(writes)
        } catch let error as StoreError {
            throw error == .full ? MarketError.storageFull : MarketError.unavailable(reason: "\(error)")
        }
    }
}
