internal import Logging
public import MarketCore
public import MarketModels

/// The use cases over one set of ports: what every controller and every command is made from.
public struct MarketServices: Sendable {
    public let store: any ProductStore
    public let images: any ImageStore
    public let clock: any WallClock
    public let monotonicClock: any MonotonicClock
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
    public let drafts: any PictureDraftKeeping
    /// Which prices this market takes.
    public let prices: PricePolicy
    public let tickets: EditTickets
    private let signer: any TicketSigner

    public init(
        store: any ProductStore,
        images: any ImageStore,
        processor: any ImageProcessor,
        hasher: any SecretHasher,
        fingerprints: any FingerprintMaker,
        signer: any TicketSigner,
        clock: any WallClock,
        monotonicClock: any MonotonicClock,
        registration: ListForSale.Registration,
        prices: PricePolicy = .exact,
        attemptLimits: AttemptLimiter.Limits = AttemptLimiter.Limits(),
        listingLimits: ClientBudgetLimits = ServerLimits().listings,
        integrity: IntegrityMonitor = IntegrityMonitor()
    ) {
        self.store = store
        self.images = images
        self.clock = clock
        self.monotonicClock = monotonicClock
        self.prices = prices
        self.signer = signer
        let logger = Logger(label: "openmarket")
        pictures = PictureShelf(store: store, images: images, processor: processor) { problem in
            logger.error("\(problem)")
        }
        webPictures = WebPictures(images: images, processor: processor)
        // What expires must not do so because somebody sets the machine's clock.
        let steady = SteadyClock(clock, monotonicClock)
        let secrets = SecretQueue(hasher)
        let checkSecret = CheckSecret(
            store: store,
            secrets: secrets,
            attempts: AttemptLimiter(limits: attemptLimits, clock: monotonicClock)
        )
        browse = BrowseProducts(store: store)
        show = ShowProduct(store: store)
        list = ListForSale(
            store: store,
            pictures: pictures,
            secrets: secrets,
            checkSecret: checkSecret,
            fingerprints: fingerprints,
            clock: clock,
            steadyClock: steady,
            registration: registration,
            prices: prices,
            budget: InProcessClientBudget(limits: listingLimits, clock: monotonicClock)
        )
        edit = EditProduct(store: store, pictures: pictures, checkSecret: checkSecret, clock: clock, prices: prices)
        withdraw = WithdrawProduct(store: store, pictures: pictures, checkSecret: checkSecret, clock: steady)
        run = RunMarket(store: store, hasher: hasher, clock: clock)
        health = CheckHealth(store: store, images: images, integrity: integrity)
        vendors = ShowVendor(store: store)
        drafts = PictureDrafts(shelf: pictures, clock: monotonicClock)
        tickets = EditTickets(store: store, checkSecret: checkSecret, signer: signer, clock: steady)
    }

    /// Tells guests apart by where they come from, so that nobody can ask about another's `Idempotency-Key`, or use it
    /// up. It is kept for a day, so it is no address that others could read.
    func guestScope(of client: ClientAddress) async throws(MarketError) -> String {
        do {
            let code = try await signer.code(for: Array("guest \(client)".utf8))
            return code.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        } catch {
            throw MarketError.unavailable(reason: "no scope for a guest: \(error)")
        }
    }
}
