public import Foundation

/// The key of an image in one size.
public struct ImageKey: Hashable, Sendable {
    /// The URL of the image.
    public let url: URL
    /// The box that the image is fitted into, or nil for its full size.
    public let fitting: PixelSize?

    /// Creates a key.
    public init(url: URL, fitting: PixelSize? = nil) {
        self.url = url
        self.fitting = fitting
    }
}
