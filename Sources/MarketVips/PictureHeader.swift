/// What a picture file says of itself, before it is decoded.
public struct PictureHeader: Hashable, Sendable {
    public let format: PictureFormat
    /// Pixels, upright.
    public let width: Int
    public let height: Int

    public init(format: PictureFormat, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }
}
