/// The configuration of an image loader.
public struct ImageLoaderConfiguration<Decoder: ImageDecoding>: Sendable {
    /// The transport that fetches images.
    public var transport: any HTTPTransport
    /// The decoder.
    public var decoder: Decoder
    /// The cache of decoded images.
    public var memoryCache: MemoryImageCache<Decoder.Image>
    /// The cache of image files, or nil for none.
    public var diskCache: (any ImageDiskCaching)?
    /// The limits of concurrent work.
    public var limits: ImageLoadingLimits
    /// When failed fetches are retried: after a lost connection, a timeout and an internal error of the server. A fetch keeps
    /// its place during the delay.
    public var retry: RetryPolicy

    /// Creates a configuration.
    public init(
        transport: any HTTPTransport,
        decoder: Decoder,
        memoryCache: MemoryImageCache<Decoder.Image> = MemoryImageCache(),
        diskCache: (any ImageDiskCaching)? = nil,
        limits: ImageLoadingLimits = ImageLoadingLimits(),
        retry: RetryPolicy = RetryPolicy(maximumAttempts: 2)
    ) {
        self.transport = transport
        self.decoder = decoder
        self.memoryCache = memoryCache
        self.diskCache = diskCache
        self.limits = limits
        self.retry = retry
    }
}

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

/// The priority of loading an image.
enum ImagePriority: Sendable {
    /// The image is not visible yet. It is loaded after all visible ones, in the order of the requests.
    case prefetched
    /// The image is visible on the screen.
    case visible
}
