internal import CVipsShim

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
}
