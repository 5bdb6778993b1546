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
