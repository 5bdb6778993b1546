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

    /// - Parameter copy: the action that copies the listing.
    func show(
        _ listing: ListingStateModel,
        moreLabel: String,
        copy: UIAction,
        perform: @escaping (SellerAction) -> Void
    ) {
        for view in arrangedSubviews { view.removeFromSuperview() }
        axis = traitCollection.preferredContentSizeCategory.isAccessibilityCategory ? .vertical : .horizontal
        for action in listing.actions {
            var configuration = UIButton.Configuration.tinted()
            configuration.title = listing.label(of: action)
            let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in perform(action) })
            add(button)
        }
        let others = listing.otherActions.map { action in
            UIAction(title: listing.label(of: action)) { _ in perform(action) }
        }
        add(menuButton(others + [copy], label: moreLabel))
        isHidden = arrangedSubviews.isEmpty
    }

    private func menuButton(_ actions: [UIAction], label: String) -> UIButton {
        var configuration = UIButton.Configuration.plain()
        configuration.image = UIImage(systemName: "ellipsis.circle")
        let button = UIButton(configuration: configuration)
        button.accessibilityLabel = label
        button.showsMenuAsPrimaryAction = true
        button.menu = UIMenu(children: actions)
        return button
    }

    private func add(_ button: UIButton) {
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        button.widthAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        addArrangedSubview(button)
    }
}
