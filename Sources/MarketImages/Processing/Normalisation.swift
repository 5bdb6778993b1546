internal import CSodium
internal import CVipsShim
internal import MarketCore
internal import MarketModels

/// The work on one upload, from its first bytes to both renditions. It blocks.
struct Normalisation: Sendable {
    enum Outcome: Sendable {
        case picture(ProcessedPicture)
        /// Nothing was decoded: it would have taken more memory than was allowed.
        case needsMoreMemory
        case refused(ImageError)

        func picture() throws(ImageError) -> ProcessedPicture {
            switch self {
            case .picture(let picture): return picture
            case .needsMoreMemory: throw .tooCostly
            case .refused(let error): throw error
            }
        }
    }

    /// Of the JPEG encoder, 1 to 100: above this the bytes grow faster than what an eye can see.
    static let quality: Int32 = 82

    /// What the work may hold at once, in bytes.
    let maximumMemory: Int64

    func run(path: String) -> Outcome {
        run { () throws(ImageError) in try UploadFile(path: path) }
    }

    /// - Parameter descriptor: of the file; it is closed.
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
        image.parts.map { market_image_part(offset: Int64($0.lowerBound), size: Int64($0.count)) }
            .withUnsafeBufferPointer { parts in
                var request = market_image_request(
                    descriptor: file.descriptor,
                    parts: parts.baseAddress,
                    part_count: parts.count,
                    format: image.format.loader,
                    maximum_pixels: Int64(ImageLimits.maximumPixelCount),
                    maximum_side: Int32(ImageLimits.maximumSide),
                    coded_bytes: Int64(image.codedByteCount),
                    maximum_memory: maximumMemory,
                    full_side: Int32(Rendition.full.maximumSide),
                    thumbnail_side: Int32(Rendition.thumbnail.maximumSide),
                    quality: Self.quality
                )
                market_image_process(&request, &outcome)
            }
        switch outcome.status {
        case MARKET_IMAGE_DONE: return .picture(try picture(outcome))
        case MARKET_IMAGE_TOO_MUCH_MEMORY: return .needsMoreMemory
        case MARKET_IMAGE_TOO_MANY_PIXELS, MARKET_IMAGE_TOO_LONG_SIDE:
            try DeclaredSize.check(width: Int(outcome.width), height: Int(outcome.height))
            throw .damaged
        case MARKET_IMAGE_DAMAGED: throw .damaged
        default: throw .failed(reason: outcome.reason)
        }
    }

    private func picture(_ outcome: market_image_outcome) throws(ImageError) -> ProcessedPicture {
        let full = [UInt8](UnsafeRawBufferPointer(start: outcome.full, count: outcome.full_size))
        let thumbnail = [UInt8](UnsafeRawBufferPointer(start: outcome.thumbnail, count: outcome.thumbnail_size))
        guard let name = PictureName(contentOf: full) else { throw .failed(reason: "no digest") }
        return ProcessedPicture(
            name: name,
            width: Int(outcome.width),
            height: Int(outcome.height),
            full: full,
            thumbnail: thumbnail
        )
    }
}

extension ImageFormat {
    /// The only loader that sees the file.
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

extension market_image_outcome {
    /// What libvips said.
    fileprivate var reason: String {
        VipsLibrary.message(in: message)
    }
}

extension PictureName {
    /// BLAKE2b, 20 bytes: nobody can make two pictures of one name.
    init?(contentOf bytes: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: PictureName.digitCount / 2)
        guard crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0) == 0 else { return nil }
        self.init(digest: digest)
    }
}
