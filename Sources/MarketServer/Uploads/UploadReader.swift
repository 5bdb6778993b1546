import HTTPTypes
package import Hummingbird
package import MarketAPI
package import MarketCore
import MarketModels
import NIOCore

/// The content of a request body: the fields that are kept, and the images in the spool.
package struct Upload: Sendable {
    package let values: [String: JSONValue]
    package let images: [UploadedImage]
    /// Whether images came before the field that they need (``BodyLayout/imageCondition``), and were skipped.
    package var hasSkippedImages = false
    /// Gives up the upload's slot, for somebody who only waits for another request.
    package var releaseSlot: @Sendable () -> Void = {}
}

/// A reader of bodies that may contain images. It streams fields through the JSON reader and images into the spool.
package struct UploadReader: Sendable {
    let spool: UploadSpool
    let limits: ServerLimits
    let slots: UploadSlots
    let spooledBytes: SharedBytes
    let memory: SharedBytes

    /// Reads a request's body and passes its content to a closure. The spooled files are removed afterwards.
    ///
    /// - Parameters:
    ///   - address: the client that the upload is attributed to.
    ///   - givesWayFirst: whether the upload is the first one of its network that is given up for others, because what
    ///     permits it comes at its end.
    /// - Throws: ``RequestError``, or `MarketError`, for example for an image over its size limit.
    func withUpload<Value: Sendable>(
        of request: Request,
        from address: ClientAddress,
        laidOut layout: BodyLayout,
        givesWayFirst: Bool = false,
        _ use: (Upload) async throws -> Value
    ) async throws -> Value {
        try checkDeclaredSize(of: request, laidOut: layout)
        let maximum = maximumByteCount(layout)
        let (upload, files) = try await BodyReading.read(from: address, givesWayFirst: givesWayFirst) { body in
            var parser = UploadParser(
                layout,
                contentType: request.headers[.contentType],
                maximumJSONByteCount: limits.jsonByteCount
            )
            var files = Files(body: body)
            do {
                let values = try await read(request.body, upTo: maximum, into: &parser, &files)
                let images = parser.images.images(in: files.all)
                var upload = Upload(values: values, images: images, hasSkippedImages: parser.hasSkippedImages)
                try body.complete()
                if let slot = files.slot { upload.releaseSlot = { [slots] in slots.release(slot) } }
                return (upload, files)
            } catch {
                await remove(files)
                throw error
            }
        }
        do {
            let value = try await use(upload)
            await remove(files)
            return value
        } catch {
            await remove(files)
            throw error
        }
    }

    /// Reads a form in either encoding that browsers send, and passes its content to a closure. Without images, it may be
    /// `application/x-www-form-urlencoded`, of which every field is an array, and all are kept.
    ///
    /// - Parameter maximumTextByteCount: the size of a form without files.
    package func withForm<Value: Sendable>(
        of request: Request,
        from address: ClientAddress,
        laidOut layout: BodyLayout,
        maximumTextByteCount: Int,
        _ use: (Upload) async throws -> Value
    ) async throws -> Value {
        if request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true {
            return try await withUpload(of: request, from: address, laidOut: layout, use)
        }
        let text = try await BodyReading.read(from: address) { body in
            defer { memory.release(body) }
            let text = try await read(request.body, upTo: maximumTextByteCount, as: body)
            try body.complete()
            return text
        }
        let fields = Dictionary(grouping: URLEncodedFields(text).pairs) { $0.name }
        return try await use(Upload(values: fields.mapValues { .array($0.map { .text($0.value) }) }, images: []))
    }

    private func read(_ body: RequestBody, upTo maximumByteCount: Int, as reading: BodyReading) async throws -> String {
        var text = ByteBuffer()
        try await body.forEachBuffer(upTo: maximumByteCount) { bytes in
            text.writeImmutableBuffer(bytes)
            try memory.hold(text.readableBytes, by: reading)
        }
        return String(buffer: text)
    }

    func checkDeclaredSize(of request: Request, laidOut layout: BodyLayout) throws(RequestError) {
        try request.checkDeclaredSize(atMost: maximumByteCount(layout))
    }

    private func maximumByteCount(_ layout: BodyLayout) -> Int { layout.maximumByteCount ?? limits.uploadByteCount }

    /// The files of one upload, which takes a slot when the first bytes of an image arrive.
    private struct Files: Sendable {
        let body: BodyReading
        var all: [SpooledFile] = []
        var byteCount = 0
        var slot: UInt64?
    }

    private func remove(_ files: Files) async {
        await spool.remove(files.all)
        spooledBytes.release(files.body)
        memory.release(files.body)
        if let slot = files.slot { slots.release(slot) }
    }

    private func read(
        _ body: RequestBody,
        upTo maximumByteCount: Int,
        into parser: inout UploadParser,
        _ files: inout Files
    ) async throws -> [String: JSONValue] {
        let address = files.body.address
        try await body.forEachBuffer(upTo: maximumByteCount) { buffer in
            try buffer.withUnsafeReadableBytes { bytes in try parser.parse(bytes) }
            try memory.hold(parser.heldByteCount, by: files.body)
            if let slot = files.slot {
                files.slot = nil
                files.slot = try await slots.received(buffer.readableBytes, in: slot, for: address)
            } else if parser.images.waitingByteCount > 0 {
                files.slot = try await slots.acquire(for: address)
            }
            if parser.images.waitingByteCount >= UploadParser.flushByteCount { try await flush(&parser, &files) }
        }
        let values = try parser.finish()
        if let slot = files.slot {
            files.slot = nil
            files.slot = try await slots.endReading(in: slot, for: address)
        }
        try await flush(&parser, &files)
        return values
    }

    /// Writes the buffered bytes to the files, in one visit to the thread pool.
    private func flush(_ parser: inout UploadParser, _ files: inout Files) async throws {
        var writes: [(file: SpooledFile, bytes: [UInt8])] = []
        files.byteCount += parser.images.waitingByteCount
        try spooledBytes.hold(files.byteCount, by: files.body)
        for chunk in parser.takeWaiting() {
            while files.all.count <= chunk.image { files.all.append(try await spool.makeFile()) }
            writes.append((files.all[chunk.image], chunk.bytes))
        }
        if !writes.isEmpty { try await spool.write(writes) }
    }
}
