/// The limits of an image loader's concurrent work.
public struct ImageLoadingLimits: Hashable, Sendable {
    /// The maximum number of concurrent fetches, at least 1.
    public var fetchesAtOnce: Int
    /// The maximum number of concurrent fetches for prefetching, at least 1. The remaining fetches are reserved for
    /// visible images.
    public var prefetchesAtOnce: Int
    /// The maximum number of concurrent reads from the disk cache, at least 1.
    public var readsAtOnce: Int
    /// The maximum number of concurrent decodes, at least 1.
    public var decodesAtOnce: Int
    /// The maximum size of an image file, in bytes.
    public var maximumResponse: Int
    /// The number of seconds without a byte after which a fetch times out.
    public var idleTimeout: Double

    /// Creates limits.
    public init(
        fetchesAtOnce: Int = 6,
        prefetchesAtOnce: Int = 4,
        readsAtOnce: Int = 2,
        decodesAtOnce: Int = 2,
        maximumResponse: Int = 16 << 20,
        idleTimeout: Double = 30
    ) {
        self.fetchesAtOnce = fetchesAtOnce
        self.prefetchesAtOnce = prefetchesAtOnce
        self.readsAtOnce = readsAtOnce
        self.decodesAtOnce = decodesAtOnce
        self.maximumResponse = maximumResponse
        self.idleTimeout = idleTimeout
    }
}
