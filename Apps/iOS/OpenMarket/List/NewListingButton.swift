import UIKit

/// The round + at the lower right of the list, which starts a new listing.
final class NewListingButton: UIButton {
    static let side = 56.0

    convenience init(title: String, perform: @escaping () -> Void) {
        var configuration = UIButton.Configuration.filled()
        configuration.image = UIImage(systemName: "plus")
        configuration.cornerStyle = .capsule
        self.init(configuration: configuration, primaryAction: nil)
        on(.primaryActionTriggered, perform: perform)
        accessibilityLabel = title
        NSLayoutConstraint.activate([
            widthAnchor.constraint(equalToConstant: Self.side),
            heightAnchor.constraint(equalToConstant: Self.side),
        ])
    }
}
