import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The settings: the address of the market, the language, light or dark, what is kept here, and what this app is.
final class SettingsViewController: GroupedListController {
    /// The rows of the screen, each in a section of its own with its explanation.
    enum Row: Int, CaseIterable, Hashable, Sendable {
        case address, language, appearance, kept, about
    }

    /// What happens when a setting is changed that others have to know: with another market or language, the app starts
    /// anew with another session.
    struct Actions {
        let changeAddress: (URL) -> Void
        /// Called with nil for the language of the device.
        let changeLanguage: (Language?) -> Void
        let clearSearches: () -> Void
    }

    private let session: MarketSession
    private let actions: Actions
    private lazy var dataSource = makeDataSource()

    init(session: MarketSession, actions: Actions) {
        self.session = session
        self.actions = actions
        super.init(title: session.texts.app[.settings])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        var snapshot = NSDiffableDataSourceSnapshot<Int, Row>()
        for row in Row.allCases {
            snapshot.appendSections([row.rawValue])
            snapshot.appendItems([row])
        }
        dataSource.apply(snapshot, animatingDifferences: false)
    }

    private func makeDataSource() -> ItemDataSource<Row> {
        collectionView.makeDataSource { [weak self] (cell: UICollectionViewListCell, row) in
            guard let self else { return }
            var content = UIListContentConfiguration.valueCell()
            content.text = name(of: row)
            content.secondaryText = value(of: row)
            // The address stands below its name when it is long.
            content.prefersSideBySideTextAndSecondaryText = row != .address
            cell.contentConfiguration = content
            cell.accessories = row == .about ? [] : [.disclosureIndicator()]
        }
    }

    private func name(of row: Row) -> String {
        switch row {
        case .address: session.texts.app[.marketAddress]
        case .language: session.texts.app[.language]
        case .appearance: session.texts.interface[.colors]
        case .kept: session.texts.interface[.keptHere]
        case .about: session.texts.interface[.siteName]
        }
    }

    private func value(of row: Row) -> String? {
        switch row {
        case .address: MarketAddress.text(of: session.address)
        case .language: name(of: session.settings.chosenLanguage)
        case .appearance: session.settings.appearance.name(session.texts.interface)
        case .kept: nil
        case .about: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
        }
    }

    /// - Parameter language: nil for the language of the device.
    private func name(of language: Language?) -> String {
        language?.ownName ?? session.texts.app[.systemLanguage]
    }

    // MARK: Actions

    private func showAddress() {
        let model = AddressModel(session.address, language: session.dependencies.language)
        let controller = AddressViewController(
            model,
            language: session.dependencies.language,
            didChange: actions.changeAddress
        )
        navigationController?.pushViewController(controller, animated: true)
    }

    private func showKept() {
        let screen = KeptViewController(session, clearSearches: actions.clearSearches)
        navigationController?.pushViewController(screen, animated: true)
    }

    private func askForAppearance() {
        let interface = session.texts.interface
        let choices = Appearance.allCases.map { appearance in
            UIAlertAction(title: appearance.name(interface), style: .default) { [weak self] _ in self?.use(appearance) }
        }
        let alert = UIAlertController(interface[.colors], actions: choices, cancel: interface[.cancel])
        present(alert, animated: true)
    }

    private func use(_ appearance: Appearance) {
        session.settings.appearance = appearance
        view.window?.overrideUserInterfaceStyle = appearance.style
        var snapshot = dataSource.snapshot()
        snapshot.reconfigureItems([.appearance])
        dataSource.apply(snapshot, animatingDifferences: false)
    }

    private func askForLanguage() {
        let choices = ([nil] + Language.allCases).map { language in
            UIAlertAction(title: name(of: language), style: .default) { [actions] _ in actions.changeLanguage(language)
            }
        }
        let cancel = session.texts.interface[.cancel]
        let alert = UIAlertController(session.texts.app[.language], actions: choices, cancel: cancel)
        present(alert, animated: true)
    }

    override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        switch dataSource.itemIdentifier(for: indexPath) {
        case .address: showAddress()
        case .language: askForLanguage()
        case .appearance: askForAppearance()
        case .kept: showKept()
        case .about, nil: break
        }
    }

    override func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        dataSource.itemIdentifier(for: indexPath) != .about
    }
}
