/// Everything that an image loader works with.
public struct ImageLoaderConfiguration<Decoder: ImageDecoding>: Sendable {
    public var transport: any HTTPTransport
    public var decoder: Decoder
    public var memoryCache: any ImageMemoryCaching<Decoder.Image>
    /// nil for none.
    public var diskCache: (any ImageDiskCaching)?
    public var limits: ImageLoadingLimits
    public var visibleOrder: VisibleImageOrder
    /// Sent with every fetch.
    public var headers: [String: String]
    public var retry: ImageRetry

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
