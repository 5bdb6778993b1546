import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// A body as it has come in: the wanted fields, and the images in the spool.
struct Upload: Sendable {
    let values: [String: JSONValue]
    let images: [UploadedImage]
}

/// Reads bodies that may bring pictures, as streams: fields through the JSON reader, images into the spool.
struct UploadReader: Sendable {
    private let spool: UploadSpool
    private let limits: ServerLimits
    private let slots: UploadSlots
    private let memory: BodyMemory

    init(spool: UploadSpool, limits: ServerLimits, slots: UploadSlots, memory: BodyMemory) {
        self.spool = spool
        self.limits = limits
        self.slots = slots
        self.memory = memory
    }

    /// Reads a request's body and hands over what it holds; the spooled files are gone afterwards.
    ///
    /// - Parameter address: whom it counts for.
    /// - Throws: ``RequestError``, or `MarketError` for an image that is over its bound.
    func withUpload<Value: Sendable>(
        of request: Request,
        from address: ClientAddress,
        laidOut layout: BodyLayout,
        _ use: (Upload) async throws -> Value
    ) async throws -> Value {
        if let declared = request.headers[.contentLength].flatMap({ Int($0) }), declared > limits.uploadByteCount {
            throw RequestError.bodyTooLarge(maximumByteCount: limits.uploadByteCount)
        }
        var intake = UploadIntake(
            layout,
            contentType: request.headers[.contentType],
            maximumJSONByteCount: limits.jsonByteCount
        )
        var files = Files(address: address)
        return try await memory.holding(for: address) { share in
            do {
                try await read(request.body, into: &intake, &files, counting: &share)
                let value = try await use(intake.finish(files: files.all))
                await forget(files)
                return value
            } catch {
                await forget(files)
                throw error
            }
        }
    }

    /// The files of one upload. With the first bytes for them it takes a slot.
    private struct Files {
        let address: ClientAddress
        var all: [SpooledFile] = []
        var byteCount = 0
        var slot: UInt64?
    }

    private func forget(_ files: Files) async {
        await spool.remove(files.all)
        slots.unspool(files.byteCount, for: files.address)
        if let slot = files.slot { slots.giveBack(slot) }
    }

    private func read(
        _ body: RequestBody,
        into intake: inout UploadIntake,
        _ files: inout Files,
        counting share: inout BodyMemory.Share
    ) async throws {
        var byteCount = 0
        var iterator = body.makeAsyncIterator()
        while let buffer = try await next(&iterator) {
            byteCount += buffer.readableBytes
            guard byteCount <= limits.uploadByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: limits.uploadByteCount)
            }
            try buffer.withUnsafeReadableBytes { bytes in try intake.take(bytes) }
            try share.hold(intake.heldByteCount)
            if let slot = files.slot {
                files.slot = nil
                files.slot = try await slots.received(buffer.readableBytes, in: slot, for: files.address)
            } else if intake.pictures.waitingByteCount > 0 {
                files.slot = try await slots.take(for: files.address)
            }
            if intake.pictures.waitingByteCount >= UploadIntake.flushByteCount { try await flush(&intake, &files) }
        }
        try intake.end()
        if let slot = files.slot {
            files.slot = nil
            files.slot = try await slots.endReading(in: slot, for: files.address)
        }
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
    private func flush(_ intake: inout UploadIntake, _ files: inout Files) async throws {
        var writes: [SpoolWrite] = []
        let byteCount = intake.pictures.waitingByteCount
        try slots.spool(byteCount, for: files.address)
        files.byteCount += byteCount
        do {
            for chunk in intake.takeWaiting() {
                while files.all.count <= chunk.picture { files.all.append(try await spool.makeFile()) }
                writes.append(SpoolWrite(file: files.all[chunk.picture], bytes: chunk.bytes))
            }
            if !writes.isEmpty { try await spool.write(writes) }
        } catch let error as StoreError {
            throw error == .full ? MarketError.storageFull : MarketError.unavailable(reason: "\(error)")
        }
    }
}
