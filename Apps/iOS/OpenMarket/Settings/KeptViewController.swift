import MarketTexts
import MarketViewModels
import UIKit

/// Counts what is kept on this device for the market, and clears it.
final class KeptViewController: GroupedListController {
    private let session: MarketSession
    private let model: KeptModel
    private lazy var dataSource = makeDataSource()
    private var observation: ModelObservation?

    init(_ session: MarketSession, clearSearches: @escaping () -> Void) {
        self.session = session
        model = KeptModel(
            preferences: session.preferences,
            dependencies: session.dependencies,
            drafts: session.draftStore,
            clearSearches: clearSearches
        )
        super.init(title: session.texts.interface[.keptHere])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        observation = ModelObservation { [weak self] in self?.render() }
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        Task { [model] in await model.load() }
    }

    private func makeDataSource() -> ItemDataSource<KeptModel.Kind> {
        collectionView.makeDataSource { [weak self] (cell: UICollectionViewListCell, kind) in
            guard let self else { return }
            var content = UIListContentConfiguration.valueCell()
            content.text = name(of: kind)
            content.secondaryText = model.counts[kind].map { String($0) }
            cell.contentConfiguration = content
        }
    }

    private func name(of kind: KeptModel.Kind) -> String {
        switch kind {
        case .favorites: session.texts.interface[.favorites]
        case .recentlyViewed: session.texts.interface[.recentlyViewed]
        case .recentSearches: session.texts.interface[.recentSearches]
        case .drafts: session.texts.interface[.drafts]
        }
    }

    private func render() {
        // Read here, because cells are filled later.
        _ = model.counts
        dataSource.show(KeptModel.Kind.allCases, animated: false)
    }

    private func askToClear(_ kind: KeptModel.Kind) {
        let clear = UIAlertAction(title: session.texts.interface[.clear], style: .destructive) { [model] _ in
            Task { await model.clear(kind) }
        }
        let cancel = session.texts.interface[.cancel]
        present(UIAlertController(name(of: kind), actions: [clear], cancel: cancel), animated: true)
    }

    override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        guard let kind = dataSource.itemIdentifier(for: indexPath) else { return }
        askToClear(kind)
    }

    override func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        dataSource.itemIdentifier(for: indexPath).flatMap { model.counts[$0] } ?? 0 > 0
    }
}
