public import MarketModels

/// How much clients may use the use cases.
public protocol ServiceLimits {
    var listings: ClientBudgetLimits { get }
    var storedBytes: ClientBudgetLimits { get }
    var reports: ClientBudgetLimits { get }
    var operatorGuesses: ClientBudgetLimits { get }
    var guesses: AttemptLimiter.Limits { get }
    var drafts: SharedLimit { get }
    var identityLinks: SharedLimit { get }
}

/// The use cases over one set of ports, from which controllers and commands are built.
public final class MarketServices: Sendable {
    public let store: any ProductStore
    public let imageStore: any ImageStore
    public let clock: any WallClock
    public let imageLifecycle: ImageLifecycle
    public let webImages: WebImages
    public let imageVisibility: ImageVisibility
    public let shareImages: ShareImages
    public let browseProducts: BrowseProducts
    public let showProduct: ShowProduct
    public let listForSale: ListForSale
    public let idempotency: ListingIdempotency
    public let editProduct: EditProduct
    public let deleteProduct: DeleteProduct
    public let adminOperations: AdminOperations
    public let editCategories: EditCategories
    public let editProfile: EditProfile
    public let editLogo: EditLogo
    /// The language of pages for clients that name none, unless the market's profile has one.
    public let language: Language
    public let findSimilar: FindSimilar
    public let measureStorage: MeasureStorage
    public let checkHealth: CheckHealth
    public let checkReadiness: CheckReadiness
    public let drafts: DraftImages
    /// What the settings say about listings.
    public let policy: ListingPolicy
    /// The prices that this market accepts in its forms, with the currency of its profile first.
    public var pricesOfForms: PricePolicy { policy.prices.beginning(with: store.profile.currency) }
    public let advanceListings: AdvanceListings
    public let settledTime: SettledTime
    public let manageListing: ManageListing
    public let authenticator: SellerAuthenticator
    public let rights: ListingRights
    public let tickets: EditTickets
    public let identityLinks: IdentityLinks
    public let reportListings: ReportListings
    public let moderateListings: ModerateListings
    public let operatorAuthenticator: OperatorAuthenticator
    public let manageOperators: ManageOperators
    public let inviteSellers: InviteSellers
    public let signer: TicketSigner

    /// What all nodes of the market share.
    public let ports: any SharedPorts

    /// - Parameters:
    ///   - ports: what all nodes of the market share; nil if it has only this one.
    ///   - report: called with a sentence and the reason, for the log, when images can't be removed now.
    public init(
        store: any ProductStore,
        images: any ImageStore,
        processor: any ImageProcessor,
        shareImages: any ShareImageStore,
        renderer: any ShareImageRenderer,
        hasher: any SecretHasher,
        signer: TicketSigner,
        clock: any WallClock,
        monotonicClock: any MonotonicClock,
        policy: ListingPolicy = ListingPolicy(),
        language: Language = .english,
        limits: some ServiceLimits,
        ports: (any SharedPorts)? = nil,
        integrity: IntegrityMonitor = IntegrityMonitor(),
        report: @escaping @Sendable (_ problem: String, _ reason: String) -> Void = { _, _ in }
    ) {
        let ports = ports ?? InProcessPorts(clock: monotonicClock)
        let processor = TracedImageProcessor(processor: processor)
        let hasher = TracedSecretHasher(hasher: hasher)
        self.ports = ports
        self.store = store
        self.imageStore = images
        self.clock = clock
        self.policy = policy
        self.language = language
        settledTime = SettledTime(store: store, clock: clock, monotonicClock: monotonicClock)
        advanceListings = AdvanceListings(
            store: store,
            clock: clock,
            settledTime: settledTime,
            rules: policy.lifecycles,
            jobs: ports.jobs
        )
        self.signer = signer
        imageLifecycle = ImageLifecycle(
            store: store,
            images: images,
            processor: processor,
            storedBytes: ClientBudget(.storedBytes, limits.storedBytes, in: ports.buckets),
            claims: ports.imageClaims,
            clock: clock,
            monotonicClock: monotonicClock,
            report: report
        )
        webImages = WebImages(images: images, processor: processor, references: store, integrity: integrity)
        imageVisibility = ImageVisibility(store: store)
        // Expiry must not depend on changes of the system clock.
        let steady = SteadyClock(clock, monotonicClock)
        let secrets = SecretQueue(hasher)
        authenticator = SellerAuthenticator(
            store: store,
            secrets: secrets,
            attempts: AttemptLimiter(limits.guesses, in: ports.buckets),
            signer: signer,
            clock: steady
        )
        browseProducts = BrowseProducts(store: store)
        editCategories = EditCategories(store: store)
        editProfile = EditProfile(store: store, clock: clock)
        editLogo = EditLogo(store: store, processor: processor, clock: clock)
        findSimilar = FindSimilar(browseProducts: browseProducts)
        showProduct = ShowProduct(store: store)
        self.shareImages = ShareImages(
            showProduct: showProduct,
            images: images,
            shareImages: shareImages,
            renderer: renderer,
            integrity: integrity
        )
        idempotency = ListingIdempotency(
            store: store,
            authenticator: authenticator,
            clock: steady,
            inFlight: ports.requestsInFlight
        )
        listForSale = ListForSale(
            store: store,
            authenticator: authenticator,
            images: imageLifecycle,
            secrets: secrets,
            signer: signer,
            clock: clock,
            policy: policy,
            budget: ClientBudget(.listings, limits.listings, in: ports.buckets),
            idempotency: idempotency
        )
        editProduct = EditProduct(
            store: store,
            images: imageLifecycle,
            authenticator: authenticator,
            clock: clock,
            policy: policy
        )
        drafts = DraftImages(
            imageLifecycle: imageLifecycle,
            table: ports.drafts,
            limits: limits.drafts,
            report: report
        )
        deleteProduct = DeleteProduct(
            store: store,
            images: imageLifecycle,
            drafts: drafts,
            shareImages: shareImages,
            authenticator: authenticator,
            clock: steady
        )
        rights = ListingRights(store: store, authenticator: authenticator, clock: clock)
        manageListing = ManageListing(
            store: store,
            authenticator: authenticator,
            clock: clock,
            rules: policy.lifecycles
        )
        adminOperations = AdminOperations(store: store, hasher: hasher, clock: clock)
        measureStorage = MeasureStorage(store: store, images: images, clock: monotonicClock)
        checkHealth = CheckHealth(store: store, images: images, processor: processor, integrity: integrity)
        checkReadiness = CheckReadiness(store: store, images: images)
        identityLinks = IdentityLinks(links: ports.identityLinks(limits.identityLinks), signer: signer)
        reportListings = ReportListings(
            store: store,
            signer: signer,
            clock: clock,
            budget: ClientBudget(.reports, limits.reports, in: ports.buckets)
        )
        moderateListings = ModerateListings(store: store, browseProducts: browseProducts, clock: clock)
        let guesses = ClientBudget(.operatorGuesses, limits.operatorGuesses, in: ports.buckets)
        operatorAuthenticator = OperatorAuthenticator(store: store, guesses: guesses, clock: steady)
        inviteSellers = InviteSellers(store: store, guesses: guesses, clock: steady)
        manageOperators = ManageOperators(store: store, authenticator: operatorAuthenticator, clock: steady)
        tickets = EditTickets(
            authenticator: authenticator,
            format: TicketFormat(signer: signer, clock: steady)
        )
    }

    /// Tells guests apart by their address, so that nobody can query or use up another guest's `Idempotency-Key`.
    ///
    /// - Returns: the scope of a client's keys. It is stored for a day, so it doesn't contain the address in readable form.
    public func guestScope(of client: ClientAddress) -> String { signer.keyedHash(of: "guest \(client)") }
}
