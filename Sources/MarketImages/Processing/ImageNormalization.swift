internal import CVipsShim
internal import MarketCore
internal import MarketModels

/// The processing of one upload, from its first bytes to both renditions. It blocks.
struct ImageNormalization: Sendable {
    enum Outcome: Sendable {
        case image(ProcessedImage)
        /// Nothing was decoded, because it would have taken more memory than allowed.
        case needsMoreMemory
        case refused(ImageError)

        func image() throws(ImageError) -> ProcessedImage {
            switch self {
            case .image(let image): return image
            case .needsMoreMemory: throw .tooCostly
            case .refused(let error): throw error
            }
        }
    }

    /// The quality of the JPEG encoder, 1 to 100. Above this value the size grows faster than the visible quality.
    static let quality: Int32 = 82
    /// The longest sides of both renditions, in pixels.
    static let fullSide = 2048
    static let thumbnailSide = 400

    /// The maximum estimated memory of the decoding, in bytes.
    let maximumMemory: Int64

    func run(path: String) -> Outcome {
        run { () throws(ImageError) in try UploadFile(path: path) }
    }

    /// - Parameter descriptor: the descriptor of the file, which is closed.
    func run(descriptor: Int32) -> Outcome {
        run { () throws(ImageError) in try UploadFile(descriptor: descriptor) }
    }

    private func run(_ open: () throws(ImageError) -> UploadFile) -> Outcome {
        do throws(ImageError) {
            let file = try open()
            return try decode(try InspectedImage(file), file)
        } catch {
            return .refused(error)
        }
    }

    private func decode(_ image: InspectedImage, _ file: UploadFile) throws(ImageError) -> Outcome {
        var outcome = market_image_outcome()
        defer { market_image_release(&outcome) }
        withParts(image.parts) { parts in
            var request = market_image_request(
                descriptor: file.descriptor,
                byte_count: Int64(file.byteCount),
                parts: parts.baseAddress,
                part_count: parts.count,
                format: image.format.loader,
                maximum_pixels: Int64(ImageLimits.maximumPixelCount),
                maximum_side: Int32(ImageLimits.maximumSide),
                coded_bytes: Int64(image.codedByteCount),
                maximum_memory: maximumMemory,
                full_side: Int32(Self.fullSide),
                thumbnail_side: Int32(Self.thumbnailSide),
                quality: Self.quality
            )
            market_image_process(&request, &outcome)
        }
        switch outcome.status {
        case MARKET_IMAGE_DONE: return .image(try processedImage(outcome))
        case MARKET_IMAGE_TOO_MUCH_MEMORY: return .needsMoreMemory
        case MARKET_IMAGE_TOO_MANY_PIXELS, MARKET_IMAGE_TOO_LONG_SIDE:
            try DeclaredSize.check(width: Int(outcome.width), height: Int(outcome.height))
            throw .damaged
        case MARKET_IMAGE_DAMAGED: throw .damaged
        default: throw .failed(reason: VipsLibrary.message(in: outcome.message))
        }
    }

    private func withParts(_ parts: [UploadPart], _ body: (UnsafeBufferPointer<market_image_part>) -> Void) {
        let replaced = parts.flatMap { if case .bytes(let bytes) = $0 { bytes } else { [UInt8]() } }
        replaced.withUnsafeBufferPointer { buffer in
            var used = 0
            let parts = parts.map { part in
                switch part {
                case .file(let range):
                    return market_image_part(bytes: nil, offset: Int64(range.lowerBound), size: Int64(range.count))
                case .bytes(let bytes):
                    defer { used += bytes.count }
                    return market_image_part(
                        bytes: buffer.baseAddress.map { $0 + used },
                        offset: 0,
                        size: Int64(bytes.count)
                    )
                }
            }
            parts.withUnsafeBufferPointer(body)
        }
    }

    private func processedImage(_ outcome: market_image_outcome) throws(ImageError) -> ProcessedImage {
        let full = [UInt8](UnsafeRawBufferPointer(start: outcome.full, count: outcome.full_size))
        let thumbnail = [UInt8](UnsafeRawBufferPointer(start: outcome.thumbnail, count: outcome.thumbnail_size))
        guard let name = ImageName(contentOf: full) else { throw .failed(reason: "no digest") }
        return ProcessedImage(
            name: name,
            width: Int(outcome.width),
            height: Int(outcome.height),
            full: full,
            thumbnail: thumbnail
        )
    }
}

extension ImageFormat {
    /// The only loader that is used for the file.
    fileprivate var loader: market_image_format {
        switch self {
        case .jpeg: MARKET_IMAGE_JPEG
        case .png: MARKET_IMAGE_PNG
        case .gif: MARKET_IMAGE_GIF
        case .webp: MARKET_IMAGE_WEBP
        case .heic: MARKET_IMAGE_HEIC
        }
    }
}
