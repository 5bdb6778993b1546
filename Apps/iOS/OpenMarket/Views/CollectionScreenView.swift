import UIKit

/// A collection view below a banner.
final class CollectionScreenView: UIView {
    let banner = BannerView()
    let collectionView: UICollectionView

    init(layout: UICollectionViewLayout) {
        collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
        super.init(frame: .zero)
        backgroundColor = .systemBackground
        collectionView.backgroundColor = .clear
        let stack = UIStackView(arrangedSubviews: [banner, collectionView])
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor),
            stack.bottomAnchor.constraint(equalTo: bottomAnchor),
            stack.leadingAnchor.constraint(equalTo: leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: trailingAnchor),
        ])
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    /// Calls a closure when the user pulls down.
    func onPull(_ refresh: @escaping () -> Void) {
        let control = UIRefreshControl()
        control.addAction(UIAction { _ in refresh() }, for: .valueChanged)
        collectionView.refreshControl = control
    }

    func endRefreshing() {
        collectionView.refreshControl?.endRefreshing()
    }
}

/// The layout of a list whose rows are removed with a swipe.
@MainActor
enum SavedListLayout {
    /// - Parameters:
    ///   - title: the title of the action that removes a row.
    ///   - remove: removes a row.
    static func make(title: String, remove: @escaping (IndexPath) -> Void) -> UICollectionViewLayout {
        var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
        configuration.trailingSwipeActionsConfigurationProvider = { indexPath in
            let action = UIContextualAction(style: .destructive, title: title) { _, _, finish in
                remove(indexPath)
                finish(true)
            }
            return UISwipeActionsConfiguration(actions: [action])
        }
        return UICollectionViewCompositionalLayout.list(using: configuration)
    }
}

/// A data source of items in one section.
typealias ItemDataSource<Item: Hashable & Sendable> = UICollectionViewDiffableDataSource<Int, Item>

extension UICollectionViewDiffableDataSource where SectionIdentifierType == Int {
    /// Shows items, and updates those that were there in place.
    func show(_ items: [ItemIdentifierType], animated: Bool) {
        let known = Set(snapshot().itemIdentifiers)
        var snapshot = NSDiffableDataSourceSnapshot<Int, ItemIdentifierType>()
        snapshot.appendSections([0])
        snapshot.appendItems(items)
        snapshot.reconfigureItems(items.filter { known.contains($0) })
        apply(snapshot, animatingDifferences: animated && !UIAccessibility.isReduceMotionEnabled)
    }
}
