/// What a multipart body may cost, apart from its parts' data, which is never kept.
public struct MultipartLimits: Hashable, Sendable {
    /// How many parts a body may have.
    public var partCount: Int
    /// How many bytes the header of one part may have.
    public var headerByteCount: Int
    /// How many bytes may stand before the first boundary.
    public var preambleByteCount: Int

    /// The apps send at most a dozen parts, with headers of some 150 bytes.
    public init(partCount: Int = 64, headerByteCount: Int = 16_384, preambleByteCount: Int = 16_384) {
        self.partCount = partCount
        self.headerByteCount = headerByteCount
        self.preambleByteCount = preambleByteCount
    }
}
