public import Foundation

/// One picture in one size.
public struct ImageKey: Hashable, Sendable {
    public let url: URL
    /// The box into which it is fitted; nil for all its pixels.
    public let fitting: PixelSize?

    public init(url: URL, fitting: PixelSize? = nil) {
        self.url = url
        self.fitting = fitting
    }
}
