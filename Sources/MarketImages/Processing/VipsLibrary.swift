internal import CVipsShim

/// libvips is set up for a whole process, not for one user of it.
enum VipsLibrary {
    /// Whether it is set up; the first to ask sets it up.
    static let isReady = market_vips_start() == 0

    /// Gives free memory back to the system, some milliseconds long.
    static func trim() {
        market_image_trim()
    }

    /// What libvips said, of a C array of characters.
    ///
    /// All threads share one buffer of messages, so another one may have emptied it already.
    static func message(in characters: some BitwiseCopyable) -> String {
        let text = withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return text.isEmpty ? "libvips did not say why" : text
    }
}
