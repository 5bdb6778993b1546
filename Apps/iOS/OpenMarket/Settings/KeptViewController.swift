import MarketTexts
import MarketViewModels
import UIKit

/// Counts what is kept on this device for the market, and clears it.
final class KeptViewController: ViewController {
    private let session: MarketSession
    private let model: KeptModel
    private lazy var collectionView = UICollectionView(
        frame: .zero,
        collectionViewLayout: UICollectionViewCompositionalLayout.list(
            using: UICollectionLayoutListConfiguration(appearance: .insetGrouped)
        )
    )
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
        super.init(nibName: nil, bundle: nil)
        title = session.texts.interface[.keptHere]
    }

    override func loadView() {
        view = collectionView
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.delegate = self
        observation = ModelObservation { [weak self] in self?.render() }
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        Task { [model] in await model.load() }
    }

    private func makeDataSource() -> ItemDataSource<KeptModel.Kind> {
        let registration = UICollectionView.CellRegistration<UICollectionViewListCell, KeptModel.Kind> {
            [weak self] cell, _, kind in
            guard let self else { return }
            var content = UIListContentConfiguration.valueCell()
            content.text = name(of: kind)
            content.secondaryText = model.counts[kind].map { String($0) }
            cell.contentConfiguration = content
        }
        return ItemDataSource(collectionView: collectionView) { view, indexPath, kind in
            view.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: kind)
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
}

extension KeptViewController: UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        guard let kind = dataSource.itemIdentifier(for: indexPath) else { return }
        askToClear(kind)
    }

    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        dataSource.itemIdentifier(for: indexPath).flatMap { model.counts[$0] } ?? 0 > 0
    }
}
