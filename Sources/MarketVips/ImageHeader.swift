public import MarketModels

/// The format and size that an image file declares, without decoding it.
public struct ImageHeader: Hashable, Sendable {
    /// The format.
    public let format: ImageFormat
    /// The width of the upright image, in pixels.
    public let width: Int
    /// The height of the upright image, in pixels.
    public let height: Int

    /// Creates a header with the given values.
    public init(format: ImageFormat, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }
}
