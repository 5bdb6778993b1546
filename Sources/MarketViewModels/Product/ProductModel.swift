public import Foundation
public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model of a product's screen: its data, its images, and the seller's contact on request.
///
/// `Image` is the type of image that the app draws.
@Observable
@MainActor
public final class ProductModel<Image: Sendable> {
    /// The product's identifier.
    public let id: Product.ID
    /// The state of the product.
    public private(set) var state = ProductState.idle
    /// The images of the product.
    public private(set) var gallery = ImageGallery<Image>([])
    /// The state of the seller's contact.
    public private(set) var contact = ContactState.hidden
    /// Whether the user has listed this product.
    public private(set) var isOwn = false

    private let service: any MarketService
    private let keyring: Keyring?
    private let dependencies: AppDependencies
    private let loadImage: @Sendable (URL) async throws -> Image
    private let known: ListedProduct?
    @ObservationIgnored private let productCall = LatestTask()
    @ObservationIgnored private let contactCall = LatestTask()
    @ObservationIgnored private var imageTasks: [URL: Task<Void, Never>] = [:]

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - known: The product as a list shows it, which is displayed until the product is loaded.
    ///   - keyring: The keyring that identifies the user's own products.
    ///   - loadImage: Loads an image of at most 2048 pixels on each side.
    public init(
        _ id: Product.ID,
        known: ListedProduct? = nil,
        service: any MarketService,
        keyring: Keyring? = nil,
        dependencies: AppDependencies,
        loadImage: @escaping @Sendable (URL) async throws -> Image
    ) {
        self.id = id
        self.known = known
        self.service = service
        self.keyring = keyring
        self.dependencies = dependencies
        self.loadImage = loadImage
    }

    // MARK: Presentation

    /// The loaded product, or nil.
    public var product: DetailedProduct? {
        guard case .loaded(let product) = state else { return nil }
        return product
    }

    /// The texts to show, as far as they are known; nil if there are none.
    public var viewData: ProductViewData? {
        switch state {
        case .loaded(let product): return ProductViewData(product, category: category?.name, dependencies)
        case .loading(let known?), .failed(_, let known?): return ProductViewData(known, dependencies)
        case .idle: return known.map { ProductViewData($0, dependencies) }
        case .loading, .failed, .gone: return nil
        }
    }

    /// The product's category; nil if it has none, until the product and the market's categories are loaded, and if the
    /// app has no ``AppDependencies/categories``.
    public var category: CategoryChoice? {
        guard let slug = product?.listing.attributes.category else { return nil }
        return dependencies.categories?.choices.first { $0.slug == slug }
    }

    /// The position of the visible image, `2 / 5`; nil for a single one.
    public var place: String? {
        guard gallery.slots.count > 1 else { return nil }
        return AppTexts(language: dependencies.language).position(gallery.current + 1, of: gallery.slots.count)
    }

    /// Returns the accessibility label of an image, by its index from 0.
    public func accessibilityLabel(ofImage index: Int) -> String {
        let name = viewData?.row.name ?? ""
        return InterfaceTexts(language: dependencies.language)[.image(index + 1, of: gallery.slots.count, name: name)]
    }

    /// Returns the message for an error.
    public func sentence(for error: MarketClientError) -> String {
        ProblemTexts(language: dependencies.language).sentence(for: error)
    }

    // MARK: Favorites and sharing

    /// Whether the product is a favorite; false if the app has no ``AppDependencies/favorites``.
    public var isFavorite: Bool { dependencies.favorites?.contains(id) ?? false }

    /// Adds the product to the favorites, or removes it. A product that is neither loaded nor known from a list can't be
    /// added.
    public func toggleFavorite() async {
        if let shown { await dependencies.favorites?.toggle(shown) } else { await dependencies.favorites?.remove(id) }
    }

    /// What to pass to the share sheet; nil until the product is known, and if the app has no
    /// ``AppDependencies/market``.
    public var shareItem: ShareItem? {
        guard let shown, let market = dependencies.market else { return nil }
        return ShareItem(shown, market: market, language: dependencies.language)
    }

    /// The product as far as it is known, unless it was deleted.
    private var shown: ListedProduct? { state == .gone ? nil : product?.listed ?? known }

    /// Records that the user has seen the product. It isn't worth a message if that fails.
    private func recordView() async {
        guard let shown else { return }
        try? await dependencies.recentlyViewed?.save(SavedProduct(shown, savedAt: dependencies.now()))
    }

    // MARK: Product

    /// Loads the product when the screen appears, and again after a failure. A product that is loaded already is
    /// reloaded: it stays visible until the response is received, and also if the request fails. A loaded product is
    /// recorded as viewed, and the market's categories are loaded if it has one.
    public func load() async {
        switch state {
        case .loading: return
        case .idle, .gone, .failed: state = .loading(known)
        case .loaded: break
        }
        let outcome = await productCall { [service, keyring, dependencies, id] () async throws(MarketClientError) in
            let product = try await service.product(id, ofSellerWith: keyring, dependencies.recentSecrets)
            return (product: product, isOwn: await keyring?.isOwn(id) ?? false)
        }
        switch outcome {
        case .answered((let product?, let isOwn)):
            self.isOwn = isOwn
            show(product)
            await recordView()
            await loadCategory(of: product)
        case .answered((nil, _)): await leaveAsGone()
        case .failed(let error) where error.isGone: await leaveAsGone()
        case .failed(let error):
            if product == nil { state = .failed(error, known) }
            if error.isLostConnection { reloadWhenConnected() }
        case .cancelled: if product == nil { state = .idle }
        case .superseded: return
        }
    }

    /// Loads the name of a product's category. Without it the screen shows everything else, and the next load asks again.
    private func loadCategory(of product: DetailedProduct) async {
        guard let slug = product.listing.attributes.category else { return }
        await dependencies.categories?.load(for: slug)
    }

    /// Applies a change made on another screen.
    public func apply(_ change: ProductChange) {
        switch change {
        case .edited(let product) where product.id == id:
            productCall.abandon()
            show(product)
            // The edit may have changed the contact.
            contactCall.abandon()
            contact = .hidden
        case .deleted(id):
            productCall.abandon()
            leave()
        case .listed, .edited, .deleted: return
        }
    }

    /// Cancels all requests because the user leaves the screen. ``load()`` resumes them.
    public func stop() {
        productCall.abandon()
        if case .loading = state { state = .idle }
        hideContactUnlessShown()
        for task in imageTasks.values { task.cancel() }
        imageTasks = [:]
    }

    private func show(_ product: DetailedProduct) {
        // The response may be older than an edit made by this app.
        if let shown = self.product, shown.version > product.version { return }
        state = .loaded(product)
        gallery.update(product.images)
        loadImages()
    }

    private func leaveAsGone() async {
        leave()
        try? await dependencies.recentlyViewed?.remove(id)
    }

    private func leave() {
        stop()
        contact = .hidden
        gallery = ImageGallery([])
        state = .gone
    }

    // MARK: Images

    /// Shows an image, and loads it and the next one if necessary.
    ///
    /// - Parameter index: The index of the slot. An invalid index has no effect.
    public func showImage(_ index: Int) {
        gallery.show(index)
        loadImages()
    }

    /// Gives up the loaded images, because another screen covers this one. ``showImage(_:)`` loads them again.
    public func releaseImages() {
        for task in imageTasks.values { task.cancel() }
        imageTasks = [:]
        gallery.empty()
    }

    /// Requests an image again after a failure.
    public func retryImage(_ index: Int) {
        guard gallery.slots.indices.contains(index), case .failed = gallery.slots[index].state else { return }
        gallery.fill(gallery.slots[index].image, with: .waiting)
        load(gallery.slots[index])
    }

    private func loadImages() {
        guard !gallery.slots.isEmpty else { return }
        load(gallery.slots[gallery.current])
        if let next = gallery.next { load(gallery.slots[next]) }
    }

    private func load(_ slot: ImageSlot<Image>) {
        let image = slot.image
        guard case .waiting = slot.state, imageTasks[image.url] == nil else { return }
        imageTasks[image.url] = Task { [weak self, loadImage] in
            let loaded = try? await loadImage(image.url)
            // The code that cancelled the task has removed it, and may have started another one.
            guard let self, !Task.isCancelled else { return }
            imageTasks[image.url] = nil
            gallery.fill(image, with: loaded.map { .loaded($0) } ?? .failed)
            if loaded == nil { reloadWhenConnected() }
        }
    }

    /// Loads the product and the images that have failed when there is a network again.
    private func reloadWhenConnected() {
        dependencies.connectivity?.whenReturned(self) { [weak self] in
            await self?.load()
            for index in self?.gallery.slots.indices ?? 0..<0 { self?.retryImage(index) }
        }
    }

    // MARK: Contact

    /// Loads the seller's contact, also again after a failure.
    public func showContact() async {
        switch contact {
        case .loading, .shown, .notGiven: return
        case .hidden, .limited, .failed: contact = .loading
        }
        let outcome = await contactCall { [service, id] () async throws(MarketClientError) in
            try await service.contact(of: id)
        }
        switch outcome {
        case .answered(let text): contact = text.map { .shown($0) } ?? .notGiven
        case .failed(let error):
            if error.isGone {
                leave()
            } else if error.refusal?.status == 429 {
                contact = .limited(seconds: error.refusal?.retryAfter ?? 60)
            } else {
                contact = .failed(error)
            }
        case .cancelled: contact = .hidden
        case .superseded: return
        }
    }

    private func hideContactUnlessShown() {
        contactCall.abandon()
        if contact == .loading { contact = .hidden }
    }
}

/// The state of a product's screen.
public enum ProductState: Hashable, Sendable {
    /// Nothing has been requested.
    case idle
    /// The product is being loaded; the value is the product as a list shows it, if known.
    case loading(ListedProduct?)
    /// The product is loaded.
    case loaded(DetailedProduct)
    /// The product was deleted or never existed.
    case gone
    /// The product failed to load; the second value is the product as a list shows it, if known.
    case failed(MarketClientError, ListedProduct?)
}

/// The state of the seller's contact, which is loaded only on request.
public enum ContactState: Hashable, Sendable {
    /// The contact has not been requested.
    case hidden
    /// The contact is being loaded.
    case loading
    /// The seller's contact.
    case shown(String)
    /// The seller gave no contact.
    case notGiven
    /// There were too many requests. The next one is accepted after the given number of seconds.
    case limited(seconds: Int)
    /// The contact failed to load.
    case failed(MarketClientError)
}
