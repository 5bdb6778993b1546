internal import MarketCore
internal import MarketModels

/// A part of what is passed to the decoder.
enum UploadPart {
    case file(Range<Int>)
    /// Instead of a part of the file.
    case bytes([UInt8])
}

/// The format of an upload and the parts of it that are passed to the decoder, determined without a decoder.
struct InspectedImage {
    let format: ImageFormat
    /// The parts to be decoded, in order and concatenated. Empty for the whole file.
    private(set) var parts: [UploadPart] = []
    /// The size of the decoded planes of a HEIF file in bytes; 0 for the other formats.
    private(set) var codedByteCount = 0

    init(_ file: UploadFile) throws(ImageError) {
        guard let format = ImageFormat(start: try file.read(ImageFormat.signatureByteCount, at: 0)) else {
            throw file.byteCount == 0 ? .empty : .unknownFormat
        }
        self.format = format
        switch format {
        case .jpeg: try JPEGScans.check(file)
        case .png: parts = try PNGChunks.decodedParts(of: file).map { .file($0) }
        case .webp: try WebPChunks.check(file)
        case .heic:
            let contents = try HEIFContents(of: file)
            (parts, codedByteCount) = (contents.decodedParts, contents.codedByteCount)
        case .gif: break
        }
    }
}

/// The validation of the size that a file declares.
enum DeclaredSize {
    static func check(width: Int, height: Int) throws(ImageError) {
        // A product that overflows exceeds the limit too.
        let product = width.multipliedReportingOverflow(by: height)
        guard !product.overflow, product.partialValue <= ImageLimits.maximumPixelCount else {
            throw .tooManyPixels(width: width, height: height, maximum: ImageLimits.maximumPixelCount)
        }
        guard max(width, height) <= ImageLimits.maximumSide else {
            throw .tooLongSide(width: width, height: height, maximum: ImageLimits.maximumSide)
        }
    }
}
