import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A product: its pictures, what the seller says about it, and how to reach the seller.
final class ProductViewController: ViewController {
    let session: MarketSession
    private(set) lazy var model = ProductModel(
        id,
        known: known,
        service: session.client,
        keyring: session.keyring,
        dependencies: session.dependencies
    ) { [weak self, images = session.images] url in
        // As large as they are shown: five whole ones take 80 MB. Enlarged, a picture is loaded whole.
        let side = await self?.shortestSide ?? 1
        return try await images.image(for: url, fitting: PixelSize(width: side, height: side))
    }
    private let id: Product.ID
    private let known: ListedProduct?
    private(set) lazy var bar = makeBar()
    private let scrollView = UIScrollView()
    private lazy var gallery = GalleryView(model, texts: session.texts) { [weak self] in self?.showLargePictures(at: $0)
    }
    private lazy var notice = NoticeView(retryTitle: session.texts.interface[.tryAgain]) { [model] in
        Task { await model.load() }
    }
    private lazy var facts = ProductFactsView()
    private lazy var category = LinkView(symbol: "tag") { [weak self] in self?.showCategory() }
    private lazy var seller = LinkView(symbol: "person") { [weak self] in self?.showSeller() }
    private lazy var ofSeller = strip(session.texts.interface[.moreFromSeller])
    private lazy var ofCategory = strip(session.texts.interface[.similar])
    private lazy var contact = ContactView(session.texts) { [model] in Task { await model.showContact() } }

    /// - Parameter known: the product as a list shows it, which is shown until the product is loaded.
    init(_ id: Product.ID, known: ListedProduct?, session: MarketSession) {
        self.session = session
        self.id = id
        self.known = known
        super.init(title: nil)
        navigationItem.largeTitleDisplayMode = .never
        session.changes.subscribe(self) { [weak self] in self?.model.apply($0) }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        layOut()
        observeModels()
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        model.showImage(model.gallery.current)
        Task { await model.load() }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isMovingFromParent {
            model.stop()
        } else if navigationController?.topViewController !== self {
            model.releaseImages()
        }
    }

    private func layOut() {
        let texts = StackView([notice, facts, category, seller, contact, ofSeller, ofCategory], spacing: 16)
        texts.isLayoutMarginsRelativeArrangement = true
        texts.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 16, leading: 16, bottom: 32, trailing: 16)
        let stack = StackView([gallery, texts])
        scrollView.alwaysBounceVertical = true
        view.fill(with: scrollView)
        scrollView.add(stack) {
            stack.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor)
            stack.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor)
            stack.leadingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.leadingAnchor)
            stack.trailingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.trailingAnchor)
            stack.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor)
            gallery.heightAnchor.constraint(lessThanOrEqualTo: view.safeAreaLayoutGuide.heightAnchor)
        }
    }

    // MARK: Drawing

    override func render() {
        renderBar()
        gallery.render()
        showMessage(message)
        scrollView.isHidden = message != nil
        notice.message = failure
        facts.show(model.viewData)
        category.show(model.viewData?.category, subtitle: session.texts.interface.label(of: .category))
        seller.show(model.viewData?.seller, subtitle: model.viewData?.sellerSince)
        ofSeller.show(model.product.map { ProductFilter(isInStock: true, vendor: $0.vendor.id) })
        ofCategory.show(
            model.category.map { ProductFilter(isInStock: true, attributes: AttributeFilter(category: $0.slug)) }
        )
        contact.isHidden = model.product == nil
        contact.show(model.contact, model.sentence(for:))
    }

    /// What went wrong, while what the list knew is shown.
    private var failure: String? {
        guard case .failed(let error, .some) = model.state else { return nil }
        return model.sentence(for: error)
    }

    private var message: Message? {
        let interface = session.texts.interface
        switch model.state {
        case .gone: return Message(symbol: "shippingbox", title: interface[.goneTitle], advice: interface[.gone])
        case .failed(let error, nil):
            return Message(
                symbol: "wifi.exclamationmark",
                title: model.sentence(for: error),
                action: (interface[.tryAgain], { [model] in Task { await model.load() } })
            )
        case .idle, .loading, .loaded, .failed: return nil
        }
    }

    /// The shortest side of the view, in pixels.
    private var shortestSide: Int {
        Int(min(view.bounds.width, view.bounds.height) * view.traitCollection.displayScale)
    }

    // MARK: Ways to other screens

    private func strip(_ title: String) -> ProductStripView {
        ProductStripView(title: title, session: session, except: model.id) { [weak self] product in
            guard let self else { return }
            let screen = ProductViewController(product.id, known: product, session: session)
            navigationController?.pushViewController(screen, animated: true)
        }
    }

    private func showLargePictures(at index: Int) {
        let viewer = ImageViewerController(model, texts: session.texts, images: session.images, at: index)
        viewer.preferredTransition = .zoom { [weak self] _ in self?.gallery }
        present(viewer, animated: true)
    }

    private func showSeller() {
        guard let product = model.product else { return }
        showList(.seller(product.vendor))
    }

    private func showCategory() {
        guard let category = model.category else { return }
        showList(.category(category))
    }

    private func showList(_ scope: ListScope) {
        let screen = ListViewController(session: session, scope: scope)
        navigationController?.pushViewController(screen, animated: true)
    }
}
