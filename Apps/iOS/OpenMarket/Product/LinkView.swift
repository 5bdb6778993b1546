import MarketViewModels
import UIKit

/// The seller of a product, which leads to the seller's products.
final class SellerView: UIView {
    private let button: UIButton

    init(open: @escaping () -> Void) {
        var configuration = UIButton.Configuration.gray()
        configuration.image = UIImage(systemName: "person")
        configuration.imagePadding = 12
        button = UIButton(configuration: configuration, primaryAction: nil)
        super.init(frame: .zero)
        button.addAction(UIAction { _ in open() }, for: .primaryActionTriggered)
        button.translatesAutoresizingMaskIntoConstraints = false
        addSubview(button)
        NSLayoutConstraint.activate([
            button.topAnchor.constraint(equalTo: topAnchor),
            button.bottomAnchor.constraint(equalTo: bottomAnchor),
            button.leadingAnchor.constraint(equalTo: leadingAnchor),
            button.trailingAnchor.constraint(equalTo: trailingAnchor),
            button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
        ])
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    func show(_ product: ProductViewData?) {
        isHidden = product?.seller == nil
        button.configuration?.title = product?.seller
        button.configuration?.subtitle = product?.sellerSince
    }
}
