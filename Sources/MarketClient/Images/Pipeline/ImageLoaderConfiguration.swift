/// The configuration of an image loader.
public struct ImageLoaderConfiguration<Decoder: ImageDecoding>: Sendable {
    /// The transport that fetches images.
    public var transport: any HTTPTransport
    /// The decoder.
    public var decoder: Decoder
    /// The cache of decoded images.
    public var memoryCache: any ImageMemoryCaching<Decoder.Image>
    /// The cache of image files, or nil for none.
    public var diskCache: (any ImageDiskCaching)?
    /// The limits of concurrent work.
    public var limits: ImageLoadingLimits
    /// The order in which visible images are loaded.
    public var visibleOrder: VisibleImageOrder
    /// The headers of every fetch.
    public var headers: [String: String]
    /// When failed fetches are retried.
    public var retry: ImageRetry

    /// Creates a configuration.
    public init(
        transport: any HTTPTransport,
        decoder: Decoder,
        memoryCache: any ImageMemoryCaching<Decoder.Image> = MemoryImageCache<Decoder.Image>(),
        diskCache: (any ImageDiskCaching)? = nil,
        limits: ImageLoadingLimits = ImageLoadingLimits(),
        visibleOrder: VisibleImageOrder = .newestFirst,
        headers: [String: String] = ["Accept": "image/*"],
        retry: ImageRetry = ImageRetry()
    ) {
        self.transport = transport
        self.decoder = decoder
        self.memoryCache = memoryCache
        self.diskCache = diskCache
        self.limits = limits
        self.visibleOrder = visibleOrder
        self.headers = headers
        self.retry = retry
    }
}
