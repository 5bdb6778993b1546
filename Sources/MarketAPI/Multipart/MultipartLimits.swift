/// The limits of parsing a multipart body. The data of its parts is not limited here because it is never kept.
public struct MultipartLimits: Hashable, Sendable {
    /// The maximum number of parts.
    public var partCount: Int
    /// The maximum size of a part's header, in bytes.
    public var headerByteCount: Int
    /// The maximum number of bytes before the first boundary.
    public var preambleByteCount: Int

    /// Creates limits. The defaults are generous: apps send at most a dozen parts, with headers of about 150 bytes.
    public init(partCount: Int = 64, headerByteCount: Int = 16_384, preambleByteCount: Int = 16_384) {
        self.partCount = partCount
        self.headerByteCount = headerByteCount
        self.preambleByteCount = preambleByteCount
    }
}
