import MarketAPI
import MarketModels
import MarketViewModels
import UIKit

/// Other products below a product, beside each other: of the same seller, or of the same category. It is hidden while there
/// are none, and also if they can't be loaded.
final class ProductStripView: StackView {
    private static let maximumCount = 12

    private let session: MarketSession
    private let except: Product.ID
    private let open: (ListedProduct) -> Void
    private let cards = StackView(axis: .horizontal, spacing: 12)
    private var model: ProductListModel?
    private var observation: ModelObservation?

    /// - Parameters:
    ///   - except: the product that is shown above.
    ///   - open: opens a product that was tapped.
    init(
        title: String,
        session: MarketSession,
        except: Product.ID,
        open: @escaping (ListedProduct) -> Void
    ) {
        self.session = session
        self.except = except
        self.open = open
        super.init(spacing: 8)
        isHidden = true
        let caption = UILabel(.headline)
        caption.text = title
        caption.accessibilityTraits = .header
        cards.alignment = .top
        for view in [caption, makeScrollView()] { addArrangedSubview(view) }
    }

    private func makeScrollView() -> UIView {
        let scrollView = UIScrollView()
        scrollView.showsHorizontalScrollIndicator = false
        let content = scrollView.contentLayoutGuide
        scrollView.add(cards) {
            cards.topAnchor.constraint(equalTo: content.topAnchor)
            cards.bottomAnchor.constraint(equalTo: content.bottomAnchor)
            cards.leadingAnchor.constraint(equalTo: content.leadingAnchor)
            cards.trailingAnchor.constraint(equalTo: content.trailingAnchor)
            // The strip is as high as its cards.
            scrollView.heightAnchor.constraint(equalTo: cards.heightAnchor)
        }
        return scrollView
    }

    /// Shows the products of a filter; nil for none. The same filter is loaded once.
    func show(_ filter: ProductFilter?) {
        guard model?.filter != filter else { return }
        guard let filter else {
            (model, observation) = (nil, nil)
            isHidden = true
            return
        }
        let model = ProductListModel(
            service: session.client,
            preferences: session.preferences,
            dependencies: session.dependencies,
            filter: filter,
            pageSize: Self.maximumCount + 1
        )
        self.model = model
        observation = ModelObservation { [weak self] in self?.render() }
        Task { await model.load() }
    }

    private func render() {
        // With a network again, new cards load the pictures that these lack.
        _ = session.dependencies.connectivity?.returnCount
        let products = (model?.products ?? []).filter { $0.id != except }.prefix(Self.maximumCount)
        for view in cards.arrangedSubviews { view.removeFromSuperview() }
        for product in products {
            guard let row = model?.row(of: product) else { continue }
            let scale = traitCollection.displayScale
            cards.addArrangedSubview(
                ProductCard(row, from: session.images, scale: scale) { [open] in open(product) }
            )
        }
        isHidden = products.isEmpty
    }
}
