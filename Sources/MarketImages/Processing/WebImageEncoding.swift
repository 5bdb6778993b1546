internal import CVipsShim
internal import MarketCore
internal import MarketModels

/// The creation of one web size. It blocks.
struct WebImageEncoding: Sendable {
    /// The quality of the WebP encoder, 1 to 100. It looks like 82 of the JPEG encoder.
    static let quality: Int32 = 78

    let path: String
    let width: WebImageWidth

    func run() -> Result<[UInt8], MarketError> {
        VipsLibrary.encoded { outcome in
            path.withCString { path in
                var request = market_web_request(path: path, width: Int32(width.pixels), quality: Self.quality)
                market_image_make_web(&request, &outcome)
            }
        }
    }
}

/// The creation of one icon. It blocks.
struct IconEncoding: Sendable {
    /// A JPEG that this process has written.
    let full: [UInt8]
    let side: Int

    func run() -> Result<[UInt8], MarketError> {
        VipsLibrary.encoded { outcome in
            full.withUnsafeBytes { market_image_make_icon($0.baseAddress, $0.count, Int32(side), &outcome) }
        }
    }
}
