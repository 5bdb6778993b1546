/// A width and a height in pixels of the screen (not in points), at least 1 each.
public struct PixelSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// Sides below 1 become 1.
    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }
}
