/// Why libvips makes no image of some bytes.
public enum VipsDecodingError: Error, Hashable, Sendable {
    case notSetUp
    /// The file can't be read at all.
    case unreadable(detail: String)
    /// Not one of ``PictureFormat``.
    case unknownFormat
    case tooManyPixels(width: Int, height: Int, maximum: Int)
    case damaged(detail: String)
}
