import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The tabs of an open market, and the ways from one screen to another.
final class MarketTabsController: UITabBarController {
    let session: MarketSession
    /// Opens the market of the settings after they have changed.
    private let reopen: () -> Void
    private let list: ListViewController
    private var observation: ModelObservation?

    init(session: MarketSession, reopen: @escaping () -> Void) {
        self.session = session
        self.reopen = reopen
        list = ListViewController(session: session)
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("made in code")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        viewControllers =
            [tab(list, title: session.texts.interface[.siteName], symbol: "storefront")] + deviceTabs + [
                tab(mine, title: session.texts.interface[.myListings], symbol: "tag"),
                tab(settingsScreen, title: session.texts.app[.settings], symbol: "gearshape"),
            ]
        observation = ModelObservation { [weak self] in self?.showProblemWithFavorites() }
    }

    /// Says on whatever screen the heart is that there are too many favorites, or that they can't be stored.
    private func showProblemWithFavorites() {
        guard let favorites = session.dependencies.favorites, let message = favorites.message else { return }
        favorites.dismissMessage()
        let alert = UIAlertController(message, okay: session.texts.interface[.okay])
        // Above whatever is shown, or nobody would read it.
        var top: UIViewController = self
        while let next = top.presentedViewController { top = next }
        top.present(alert, animated: true)
    }

    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        session.images.handleMemoryPressure()
    }

    /// Stores what would be lost if the system ended the app in the background.
    func saveUnfinishedWork() async {
        list.savePosition()
        session.settings.openProduct = (topScreen as? ProductViewController)?.model.id
        await session.form?.saveDraft()
    }

    func sceneWillEnterForeground() { (topScreen as? ListViewController)?.sceneWillEnterForeground() }

    // MARK: Tabs

    /// The screens of what is kept on this device.
    private var deviceTabs: [UIViewController] {
        var tabs: [UIViewController] = []
        if let favorites = session.dependencies.favorites {
            let screen = FavoritesViewController(favorites, session: session, showProduct: openProduct)
            tabs.append(tab(screen, title: session.texts.interface[.favorites], symbol: "heart"))
        }
        if let store = session.dependencies.recentlyViewed {
            let screen = RecentlyViewedViewController(store, session: session, showProduct: openProduct)
            tabs.append(tab(screen, title: session.texts.interface[.recentlyViewed], symbol: "clock"))
        }
        return tabs
    }

    private var mine: MyListingsViewController {
        MyListingsViewController(session: session, showProduct: openProduct)
    }

    private var settingsScreen: SettingsViewController {
        SettingsViewController(
            session: session,
            actions: SettingsViewController.Actions { [weak self] address in
                self?.openAnew { $0.address = address }
            } changeLanguage: { [weak self] language in
                self?.openAnew { $0.chosenLanguage = language }
            } clearSearches: { [list] in
                list.model.clearRecentSearches()
            }
        )
    }

    /// Opens the market anew, with its list where it was.
    private func openAnew(after change: (AppSettings) -> Void) {
        list.savePosition()
        change(session.settings)
        reopen()
    }

    // MARK: Ways

    /// Opens a product in the tab that is shown.
    private var openProduct: (Product.ID, ListedProduct?) -> Void {
        { [weak self] id, known in self?.showProduct(id, known: known) }
    }

    func showProduct(_ id: Product.ID, known: ListedProduct?) {
        // There are no tabs before.
        loadViewIfNeeded()
        (selectedViewController as? UINavigationController)?
            .pushViewController(ProductViewController(id, known: known, session: session), animated: true)
    }

    /// Shows the form that was being sent when the app was ended, and goes on with it.
    func resumeForm() async {
        let forms = await session.keyring.secretsInFlight()
        if forms[.listing] != nil {
            let screen = ListingFormViewController(session: session) { [weak self] in self?.showProduct($0, known: $1) }
            guard await screen.model.restoreInFlight(), presentedViewController == nil else { return }
            // A form that is answered at once can't be closed while it is being opened.
            present(UINavigationController(rootViewController: screen), animated: true) { screen.submit() }
        } else if case .edit(let id)? = forms.keys.first {
            await EditFlow(id, session: session).resume(from: self)
        }
    }

    /// Closes the sheets above the screen that is shown, also those that were opened during a search.
    func closeSheets() {
        topScreen?.presentedViewController?.presentingViewController?.dismiss(animated: true)
    }

    private var topScreen: UIViewController? {
        (selectedViewController as? UINavigationController)?.topViewController
    }

    private func tab(_ screen: UIViewController, title: String, symbol: String) -> UIViewController {
        let navigation = UINavigationController(rootViewController: screen)
        navigation.navigationBar.prefersLargeTitles = true
        navigation.tabBarItem = UITabBarItem(title: title, image: UIImage(systemName: symbol), selectedImage: nil)
        return navigation
    }
}
