import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// The content of a request body: the fields that are kept, and the images in the spool.
struct Upload: Sendable {
    let values: [String: JSONValue]
    let images: [UploadedImage]
}

/// A reader of bodies that may contain images. It streams fields through the JSON reader and images into the spool.
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

    /// Reads a request's body and passes its content to a closure. The spooled files are removed afterwards.
    ///
    /// - Parameter address: the client that the upload is attributed to.
    /// - Throws: ``RequestError``, or `MarketError` for an image over its size limit.
    func withUpload<Value: Sendable>(
        of request: Request,
        from address: ClientAddress,
        laidOut layout: BodyLayout,
        _ use: (Upload) async throws -> Value
    ) async throws -> Value {
        if let declared = request.headers[.contentLength].flatMap({ Int($0) }), declared > limits.uploadByteCount {
            throw RequestError.bodyTooLarge(maximumByteCount: limits.uploadByteCount)
        }
        var parser = UploadParser(
            layout,
            contentType: request.headers[.contentType],
            maximumJSONByteCount: limits.jsonByteCount
        )
        var files = Files(address: address)
        return try await memory.withReservation(for: address) { reservation in
            do {
                try await read(request.body, into: &parser, &files, reserving: &reservation)
                let value = try await use(parser.finish(files: files.all))
                await remove(files)
                return value
            } catch {
                await remove(files)
                throw error
            }
        }
    }

    /// The files of one upload, which takes a slot when the first bytes of an image arrive.
    private struct Files {
        let address: ClientAddress
        var all: [SpooledFile] = []
        var byteCount = 0
        var slot: UInt64?
    }

    private func remove(_ files: Files) async {
        await spool.remove(files.all)
        slots.unspool(files.byteCount, for: files.address)
        if let slot = files.slot { slots.release(slot) }
    }

    private func read(
        _ body: RequestBody,
        into parser: inout UploadParser,
        _ files: inout Files,
        reserving reservation: inout BodyMemory.Reservation
    ) async throws {
        var byteCount = 0
        var iterator = body.makeAsyncIterator()
        while let buffer = try await next(&iterator) {
            byteCount += buffer.readableBytes
            guard byteCount <= limits.uploadByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: limits.uploadByteCount)
            }
            try buffer.withUnsafeReadableBytes { bytes in try parser.parse(bytes) }
            try reservation.reserve(parser.heldByteCount)
            if let slot = files.slot {
                files.slot = nil
                files.slot = try await slots.received(buffer.readableBytes, in: slot, for: files.address)
            } else if parser.images.waitingByteCount > 0 {
                files.slot = try await slots.acquire(for: files.address)
            }
            if parser.images.waitingByteCount >= UploadParser.flushByteCount { try await flush(&parser, &files) }
        }
        try parser.end()
        if let slot = files.slot {
            files.slot = nil
            files.slot = try await slots.endReading(in: slot, for: files.address)
        }
        try await flush(&parser, &files)
    }

    private func next(_ iterator: inout RequestBody.AsyncIterator) async throws(RequestError) -> ByteBuffer? {
        do {
            return try await iterator.next()
        } catch {
            throw .interrupted
        }
    }

    /// Writes the buffered bytes to the files, in one visit to the thread pool.
    private func flush(_ parser: inout UploadParser, _ files: inout Files) async throws {
        var writes: [SpoolWrite] = []
        let byteCount = parser.images.waitingByteCount
        try slots.spool(byteCount, for: files.address)
        files.byteCount += byteCount
        do {
            for chunk in parser.takeWaiting() {
                while files.all.count <= chunk.image { files.all.append(try await spool.makeFile()) }
                writes.append(SpoolWrite(file: files.all[chunk.image], bytes: chunk.bytes))
            }
            if !writes.isEmpty { try await spool.write(writes) }
        } catch let error as StoreError {
            throw error == .full ? MarketError.storageFull : MarketError.unavailable(reason: "\(error)")
        }
    }
}
