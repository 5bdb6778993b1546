internal import MarketCore

/// What an upload is, and what of it a decoder is to see, found out without any decoder.
struct InspectedImage {
    let format: ImageFormat
    /// In this order, with nothing between them; the whole file where there are none.
    private(set) var parts: [Range<Int>] = []
    /// What the planes of a HEIC file take when they are decoded, in bytes; 0 for the other formats.
    private(set) var codedByteCount = 0

    init(_ file: UploadFile) throws(ImageError) {
        guard let format = ImageFormat(start: try file.read(ImageFormat.signatureByteCount, at: 0)) else {
            throw file.byteCount == 0 ? .empty : .unknownFormat
        }
        self.format = format
        switch format {
        case .jpeg: try JPEGScans.check(file)
        case .png: parts = try PNGChunks.decodedParts(of: file)
        case .webp: try WebPChunks.check(file)
        case .heic: codedByteCount = try HEIFContents(of: file).codedByteCount
        case .gif: break
        }
    }
}
