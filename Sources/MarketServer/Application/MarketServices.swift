internal import Logging
public import MarketCore
public import MarketModels

/// The use cases over one set of ports: what every controller and every command is made from.
public struct MarketServices: Sendable {
    public let store: any ProductStore
    public let images: any ImageStore
    public let clock: any WallClock
    public let pictures: PictureShelf
    public let webPictures: WebPictures
    public let browse: BrowseProducts
    public let show: ShowProduct
    public let list: ListForSale
    public let edit: EditProduct
    public let withdraw: WithdrawProduct
    public let run: RunMarket
    public let health: CheckHealth
    public let vendors: ShowVendor
    public let drafts: PictureDrafts
    public let tickets: EditTickets

    public init(
        store: any ProductStore,
        images: any ImageStore,
        processor: any ImageProcessor,
        hasher: any SecretHasher,
        fingerprints: any FingerprintMaker,
        clock: any WallClock,
        registration: ListForSale.Registration,
        prices: PricePolicy = .exact,
        attemptLimits: AttemptLimiter.Limits = AttemptLimiter.Limits()
    ) {
        self.store = store
        self.images = images
        self.clock = clock
        let logger = Logger(label: "openmarket")
        pictures = PictureShelf(store: store, images: images, processor: processor) { problem in
            logger.error("\(problem)")
        }
        webPictures = WebPictures(images: images, processor: processor)
        let checkSecret = CheckSecret(
            store: store,
            hasher: hasher,
            attempts: AttemptLimiter(limits: attemptLimits, clock: clock)
        )
        browse = BrowseProducts(store: store)
        show = ShowProduct(store: store)
        list = ListForSale(
            store: store,
            pictures: pictures,
            hasher: hasher,
            checkSecret: checkSecret,
            fingerprints: fingerprints,
            clock: clock,
            registration: registration,
            prices: prices
        )
        edit = EditProduct(store: store, pictures: pictures, checkSecret: checkSecret, clock: clock, prices: prices)
        withdraw = WithdrawProduct(store: store, pictures: pictures, checkSecret: checkSecret, clock: clock)
        run = RunMarket(store: store, hasher: hasher, clock: clock)
        health = CheckHealth(store: store, images: images)
        vendors = ShowVendor(store: store)
        drafts = PictureDrafts(shelf: pictures, clock: clock)
        tickets = EditTickets(store: store, checkSecret: checkSecret, clock: clock)
    }
}
