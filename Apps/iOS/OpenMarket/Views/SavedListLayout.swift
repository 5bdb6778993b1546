import UIKit

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
