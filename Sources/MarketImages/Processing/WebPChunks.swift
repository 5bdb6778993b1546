internal import MarketCore

/// A check of the number of chunks of a WebP before it is decoded.
///
/// libwebp searches each frame from the first one on, so opening an animation takes quadratic time in its frames.
/// 300,000 frames of one pixel fit into an upload and take minutes.
enum WebPChunks {
    /// The maximum number of chunks, enough for an animation of several minutes. Opening it takes about 0.1 s.
    static let maximum = 10_000

    static func check(_ file: UploadFile) throws(ImageError) {
        var window = BufferedFileReader(file)
        var offset = 12
        var count = 0
        while let size = try window.read(4, at: offset + 4) {
            count += 1
            guard count <= maximum else { throw .tooCostly }
            let length = size.reversed().reduce(0) { $0 << 8 | Int($1) }
            // Chunks are padded to even offsets.
            offset += 8 + length + length % 2
        }
    }
}
