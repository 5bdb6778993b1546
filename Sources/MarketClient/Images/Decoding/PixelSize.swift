/// The box in which an image is displayed, in screen pixels (not points); both sides are at least 1.
public struct PixelSize: Hashable, Sendable {
    /// How an image of other proportions is displayed in a box.
    public enum Mode: Hashable, Sendable {
        /// The whole image is in the box, as with `scaleAspectFit`.
        case fit
        /// The image covers the box, and what is outside is cut off, as with `scaleAspectFill`.
        case fill
    }

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// How an image of other proportions is displayed.
    public let mode: Mode

    /// Creates a size. Sides below 1 become 1.
    public init(width: Int, height: Int, mode: Mode = .fit) {
        self.width = max(1, width)
        self.height = max(1, height)
        self.mode = mode
    }

    /// Returns the factor by which an image is scaled, at most 1: a small image is not enlarged.
    ///
    /// - Parameters:
    ///   - imageWidth: The width of the image, upright, in pixels.
    ///   - imageHeight: Its height.
    public func scale(imageWidth: Double, imageHeight: Double) -> Double {
        let factors = [Double(width) / imageWidth, Double(height) / imageHeight]
        return min(1, mode == .fit ? factors.min() ?? 1 : factors.max() ?? 1)
    }
}
