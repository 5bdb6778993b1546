internal import CVipsShim

/// libvips is set up for a whole process, not for one user of it.
enum VipsLibrary {
    /// Whether it is set up; the first to ask sets it up.
    static let isReady = market_vips_start() == 0

    /// Gives free memory back to the system, some milliseconds long.
    static func trim() {
        market_image_trim()
    }
}
