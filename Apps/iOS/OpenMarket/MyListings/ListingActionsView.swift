import MarketViewModels
import UIKit

/// The buttons that change the state of a listing, and a menu with the others.
///
/// They stay the same while they do the same, so that VoiceOver keeps its place and an open menu stays open.
final class ListingActionsView: StackView {
    private var shown: (actions: [SellerAction], others: [SellerAction])?
    private var shownLabels: [String] = []
    private var copyListing: () -> Void = {}
    private var performAction: (SellerAction) -> Void = { _ in }

    init() {
        super.init(axis: .horizontal, spacing: 8)
        alignment = .leading
    }

    /// - Parameters:
    ///   - copyTitle: what copying the listing is called.
    ///   - copy: copies the listing.
    ///   - perform: performs another action.
    func show(
        _ listing: ListingStateModel,
        moreLabel: String,
        copyTitle: String,
        copy: @escaping () -> Void,
        perform: @escaping (SellerAction) -> Void
    ) {
        copyListing = copy
        performAction = perform
        isHidden = false
        axis = traitCollection.preferredContentSizeCategory.isAccessibilityCategory ? .vertical : .horizontal
        let new = (actions: listing.actions, others: listing.otherActions)
        let labels = (new.actions + new.others).map { listing.label(of: $0) } + [moreLabel]
        guard shown.map({ $0 != new }) ?? true || labels != shownLabels else { return }
        (shown, shownLabels) = (new, labels)
        for view in arrangedSubviews { view.removeFromSuperview() }
        for action in new.actions {
            add(UIButton(listing.label(of: action)) { [weak self] in self?.performAction(action) })
        }
        let others = new.others.map { action in
            UIAction(title: listing.label(of: action)) { [weak self] _ in self?.performAction(action) }
        }
        let copyAction = UIAction(title: copyTitle) { [weak self] _ in self?.copyListing() }
        add(menuButton(others + [copyAction], label: moreLabel))
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
