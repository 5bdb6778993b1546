import Foundation

/// An image of which only the size is known, and the bytes that it was decoded from.
public final class CGImage: Sendable {
    public let width: Int
    public let height: Int
    public var bytesPerRow: Int { width * 4 }
    /// The file, by which tests tell pictures apart.
    package let source: Data

    package init(width: Int, height: Int, source: Data) {
        self.width = width
        self.height = height
        self.source = source
    }
}
