internal import MarketCore

/// Counts the chunks of a WebP before anything is decoded.
///
/// libwebp looks for each frame from the first one on, so the time to open an animation grows with the square of its
/// frames: 300,000 of a pixel fit into an upload, and take minutes.
enum WebPChunks {
    /// Some minutes of film. Opening it takes some 0.1 s.
    static let maximum = 10_000

    static func check(_ file: UploadFile) throws(ImageError) {
        var window = FileWindow(file)
        var offset = 12
        var count = 0
        while let size = try window.read(4, at: offset + 4) {
            count += 1
            guard count <= maximum else { throw .tooCostly }
            let length = size.reversed().reduce(0) { $0 << 8 | Int($1) }
            // Chunks begin at even offsets.
            offset += 8 + length + length % 2
        }
    }
}
