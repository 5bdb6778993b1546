/// How much an image loader does at once.
public struct ImageLoadingLimits: Hashable, Sendable {
    /// Fetches over the network, at least 1.
    public var fetchesAtOnce: Int
    /// How many of those may be for images that nobody sees yet; the rest is kept free for visible ones. At least
    /// 1.
    public var prefetchesAtOnce: Int
    /// Look-ups in the disk cache, at least 1.
    public var readsAtOnce: Int
    /// Images that are decoded, at least 1.
    public var decodesAtOnce: Int
    /// Bytes that one picture may have.
    public var maximumAnswer: Int
    /// Seconds without a byte after which a fetch is given up.
    public var idleTimeout: Double

    public init(
        fetchesAtOnce: Int = 6,
        prefetchesAtOnce: Int = 4,
        readsAtOnce: Int = 2,
        decodesAtOnce: Int = 2,
        maximumAnswer: Int = 16 << 20,
        idleTimeout: Double = 30
    ) {
        self.fetchesAtOnce = fetchesAtOnce
        self.prefetchesAtOnce = prefetchesAtOnce
        self.readsAtOnce = readsAtOnce
        self.decodesAtOnce = decodesAtOnce
        self.maximumAnswer = maximumAnswer
        self.idleTimeout = idleTimeout
    }
}
