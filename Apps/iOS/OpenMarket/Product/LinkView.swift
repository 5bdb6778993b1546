import UIKit

/// A wide button that leads from a product to a list: to the seller's products, or to its category.
final class LinkView: View {
    private let button: UIButton

    init(symbol: String, open: @escaping () -> Void) {
        var configuration = UIButton.Configuration.gray()
        configuration.image = UIImage(systemName: symbol)
        configuration.imagePadding = 12
        button = UIButton(configuration: configuration, primaryAction: nil)
        super.init(frame: .zero)
        button.on(.primaryActionTriggered, perform: open)
        fill(with: button)
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
    }

    /// - Parameter title: where the button leads; nil hides it.
    func show(_ title: String?, subtitle: String?) {
        isHidden = title == nil
        button.configuration?.title = title
        button.configuration?.subtitle = subtitle
    }
}
