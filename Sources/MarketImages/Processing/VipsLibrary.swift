internal import CVipsShim
internal import MarketCore

/// The process-wide state of libvips.
enum VipsLibrary {
    /// Whether libvips is set up. The first access sets it up.
    static let isReady = market_vips_start() == 0

    /// Returns free memory to the system. It takes a few milliseconds.
    static func trim() {
        market_image_trim()
    }

    /// Returns the error message of libvips in a C array of characters.
    ///
    /// All threads share one message buffer, so another thread may have cleared it already.
    static func message(in characters: some BitwiseCopyable) -> String {
        let text = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return text.isEmpty ? "libvips did not say why" : text
    }

    /// Calls a function that encodes an image, and copies what it has made.
    static func encoded(by encode: (inout market_web_outcome) -> Void) -> Result<[UInt8], MarketError> {
        var outcome = market_web_outcome()
        defer { market_image_release_web(&outcome) }
        encode(&outcome)
        guard outcome.status == MARKET_IMAGE_DONE else {
            return .failure(.unavailable(reason: message(in: outcome.message)))
        }
        return .success([UInt8](UnsafeRawBufferPointer(start: outcome.bytes, count: outcome.size)))
    }
}
