public import Foundation
public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The screen of a product: its facts, its pictures as they arrive, and the seller's contact for those who ask.
///
/// `Image` is what the app draws pictures with.
@Observable
@MainActor
public final class ProductModel<Image: Sendable> {
    public let id: Product.ID
    public private(set) var state = ProductState.idle
    public private(set) var gallery = PictureGallery<Image>([])
    public private(set) var contact = ContactState.hidden
    /// Whether it was listed from here.
    public private(set) var isOwn = false

    private let calls: any MarketCalls
    private let keyring: Keyring?
    private let surroundings: Surroundings
    private let loadImage: @Sendable (URL) async throws -> Image
    private let known: ListedProduct?
    @ObservationIgnored private let productCall = NewestCall()
    @ObservationIgnored private let contactCall = NewestCall()
    @ObservationIgnored private var imageTasks: [URL: Task<Void, Never>] = [:]

    /// - Parameters:
    ///   - known: what the list knows of the product; it is shown at once.
    ///   - keyring: tells what was listed from here.
    ///   - loadImage: brings a picture of at most 2048 pixels on each side.
    public init(
        _ id: Product.ID,
        known: ListedProduct? = nil,
        calls: any MarketCalls,
        keyring: Keyring? = nil,
        surroundings: Surroundings,
        loadImage: @escaping @Sendable (URL) async throws -> Image
    ) {
        self.id = id
        self.known = known
        self.calls = calls
        self.keyring = keyring
        self.surroundings = surroundings
        self.loadImage = loadImage
    }

    // MARK: What is shown

    /// The product, once it is there.
    public var product: DetailedProduct? {
        guard case .loaded(let product) = state else { return nil }
        return product
    }

    /// The facts as far as they are known; nil where there is nothing to be shown.
    public var facts: ProductFacts? {
        let (language, now) = (surroundings.language, surroundings.now())
        switch state {
        case .loaded(let product): return ProductFacts(product, language: language, now: now)
        case .loading(let known?), .failed(_, let known?): return ProductFacts(known, language: language, now: now)
        case .idle: return known.map { ProductFacts($0, language: language, now: now) }
        case .loading, .failed, .gone: return nil
        }
    }

    /// Which picture is in view: `2 / 5`; nil for a single one.
    public var place: String? {
        guard gallery.slots.count > 1 else { return nil }
        return AppTexts(language: surroundings.language).place(gallery.current + 1, of: gallery.slots.count)
    }

    /// What is in view, for those who can't see it.
    public func accessibilityLabel(ofPicture index: Int) -> String {
        WebTexts(language: surroundings.language)
            .picture(index + 1, of: gallery.slots.count, name: facts?.name ?? "")
    }

    public func sentence(for error: MarketClientError) -> String {
        ProblemTexts(language: surroundings.language).sentence(for: error)
    }

    // MARK: The product

    /// Loads the product when the screen appears, and again after a failure. One that is there already is looked at
    /// again: what is shown stays until there is news, and also when none comes.
    public func load() async {
        switch state {
        case .loading: return
        case .idle, .gone, .failed: state = .loading(known)
        case .loaded: break
        }
        let outcome = await productCall { [calls, keyring, id] () async throws(MarketClientError) in
            let product = try await calls.product(id)
            return (product: product, isOwn: await keyring?.isOwn(id) ?? false)
        }
        switch outcome {
        case .answered(let answer):
            isOwn = answer.isOwn
            show(answer.product)
        case .failed(let error) where error.isGone: leave(for: .gone)
        case .failed(let error): if product == nil { state = .failed(error, known) }
        case .cancelled: if product == nil { state = .idle }
        case .superseded: return
        }
    }

    /// Takes over what was changed on another screen.
    public func apply(_ change: ProductChange) {
        switch change {
        case .edited(let product) where product.id == id:
            productCall.abandon()
            show(product)
            // It may be another by now.
            contactCall.abandon()
            contact = .hidden
        case .deleted(id):
            productCall.abandon()
            leave(for: .gone)
        case .listed, .edited, .deleted: return
        }
    }

    /// Gives up whatever is under way, because the screen is left. ``load()`` takes it up again.
    public func stop() {
        productCall.abandon()
        if case .loading = state { state = .idle }
        hideContactUnlessShown()
        for task in imageTasks.values { task.cancel() }
        imageTasks = [:]
    }

    private func show(_ product: DetailedProduct) {
        // An edit that was made here may have overtaken an answer that was on its way.
        if let shown = self.product, shown.version > product.version { return }
        state = .loaded(product)
        gallery.update(product.images)
        loadPictures()
    }

    private func leave(for state: ProductState) {
        stop()
        contact = .hidden
        gallery = PictureGallery([])
        self.state = state
    }

    // MARK: Pictures

    /// Brings a picture into view, and loads it and the next one, where they are not there yet.
    ///
    /// - Parameter index: which of the slots; one that is not there leaves all as it is.
    public func showPicture(_ index: Int) {
        gallery.show(index)
        loadPictures()
    }

    /// Loads every picture: for a screen that shows all of them at once.
    public func loadAllPictures() {
        for slot in gallery.slots { load(slot) }
    }

    /// Asks again for a picture that didn't come.
    public func retryPicture(_ index: Int) {
        guard gallery.slots.indices.contains(index), case .failed = gallery.slots[index].state else { return }
        gallery.fill(gallery.slots[index].picture, with: .waiting)
        load(gallery.slots[index])
    }

    private func loadPictures() {
        guard !gallery.slots.isEmpty else { return }
        load(gallery.slots[gallery.current])
        if let next = gallery.next { load(gallery.slots[next]) }
    }

    private func load(_ slot: PictureSlot<Image>) {
        let picture = slot.picture
        guard case .waiting = slot.state, imageTasks[picture.url] == nil else { return }
        imageTasks[picture.url] = Task { [weak self, loadImage] in
            let image = try? await loadImage(picture.url)
            // Whoever cancelled it has forgotten it, and may have asked anew.
            guard let self, !Task.isCancelled else { return }
            imageTasks[picture.url] = nil
            gallery.fill(picture, with: image.map { .loaded($0) } ?? .failed)
        }
    }

    // MARK: Contact

    /// Asks for the seller's contact, also again after a failure.
    public func showContact() async {
        switch contact {
        case .loading, .shown, .notGiven: return
        case .hidden, .limited, .failed: contact = .loading
        }
        switch await contactCall({ [calls, id] () async throws(MarketClientError) in try await calls.contact(of: id) })
        {
        case .answered(let text): contact = text.map { .shown($0) } ?? .notGiven
        case .failed(let error):
            if error.isGone {
                leave(for: .gone)
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
