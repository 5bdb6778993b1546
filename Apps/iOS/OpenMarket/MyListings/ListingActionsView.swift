import MarketViewModels
import UIKit

/// The buttons that change the state of a listing, and a menu with the others.
final class ListingActionsView: UIStackView {
    init() {
        super.init(frame: .zero)
        spacing = 8
        alignment = .leading
    }

    @available(*, unavailable)
    required init(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    func show(_ listing: ListingStateModel, moreLabel: String, perform: @escaping (SellerAction) -> Void) {
        for view in arrangedSubviews { view.removeFromSuperview() }
        axis = traitCollection.preferredContentSizeCategory.isAccessibilityCategory ? .vertical : .horizontal
        for action in listing.actions {
            var configuration = UIButton.Configuration.tinted()
            configuration.title = listing.label(of: action)
            let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in perform(action) })
            add(button)
        }
        if !listing.otherActions.isEmpty { add(menuButton(listing, label: moreLabel, perform: perform)) }
        isHidden = arrangedSubviews.isEmpty
    }

    private func menuButton(
        _ listing: ListingStateModel,
        label: String,
        perform: @escaping (SellerAction) -> Void
    ) -> UIButton {
        var configuration = UIButton.Configuration.plain()
        configuration.image = UIImage(systemName: "ellipsis.circle")
        let button = UIButton(configuration: configuration)
        button.accessibilityLabel = label
        button.showsMenuAsPrimaryAction = true
        button.menu = UIMenu(
            children: listing.otherActions.map { action in
                UIAction(title: listing.label(of: action)) { _ in perform(action) }
            }
        )
        return button
    }

    private func add(_ button: UIButton) {
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        button.widthAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        addArrangedSubview(button)
    }
}
