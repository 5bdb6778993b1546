import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Opens the market in the window, and again when the user has chosen another market or language. Opens the products that
/// links lead to.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    var environment = AppEnvironment()
    private var opening: Task<Void, Never>?
    /// The product to show once the market is open.
    private var awaited: Product.ID?
    /// The markets whose forms were resumed: those of this process go on by themselves.
    private var resumed: Set<URL> = []

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: scene)
        window.tintColor = UIColor(named: "AccentColor")
        self.window = window
        awaited = settings.openProduct
        open()
        for activity in connectionOptions.userActivities { follow(activity) }
        window.makeKeyAndVisible()
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        follow(userActivity)
    }

    /// Shows the product that a link leads to. A link to another market, or to another page, is left to the browser.
    private func follow(_ activity: NSUserActivity) {
        guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else { return }
        guard let link = ProductLink(url), settings.address == nil || settings.address == link.market else {
            return UIApplication.shared.open(url)
        }
        guard let tabs, settings.address != nil else {
            awaited = link.product
            guard settings.address == nil else { return }
            // Whoever knew no market before has found one.
            settings.address = link.market
            return open()
        }
        Task {
            // What is being written stays as a draft. What is being sent stays in front, so that it says how that ended.
            let form = tabs.session.form
            let staysInFront = form?.staysInFront ?? false
            await tabs.saveUnfinishedWork()
            if !staysInFront { tabs.closeSheets() }
            tabs.showProduct(link.product, known: nil)
            if !staysInFront { await form?.closeDraft() }
        }
    }

    func sceneWillEnterForeground(_ scene: UIScene) {
        tabs?.session.form?.appWillEnterForeground()
        tabs?.sceneWillEnterForeground()
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
        guard let tabs else { return }
        tabs.session.form?.appDidEnterBackground()
        // Without it, the system may suspend the app before a draft with its pictures is on disk.
        let time = BackgroundTime()
        Task {
            await tabs.saveUnfinishedWork()
            // An upload goes on by itself; what comes before and after it as long as the system lets it.
            await tabs.session.form?.sending?.value
            time.end()
        }
    }

    private var settings: AppSettings {
        AppSettings(defaults: environment.defaults, deviceLanguage: environment.deviceLanguage)
    }

    private var tabs: MarketTabsController? { window?.rootViewController as? MarketTabsController }

    private func open() {
        opening?.cancel()
        let settings = settings
        window?.overrideUserInterfaceStyle = settings.appearance.style
        guard let address = settings.address else { return askForMarket(settings) }
        // Like the launch screen, while the stored identity and favorites are read.
        window?.rootViewController = ViewController(title: nil)
        opening = Task { [environment] in
            let session = await MarketSession.open(address, environment, settings: settings)
            guard !Task.isCancelled else { return }
            let tabs = MarketTabsController(session: session) { [weak self] in self?.open() }
            window?.rootViewController = tabs
            (UIApplication.shared.delegate as? AppDelegate)?.session = session
            if let awaited { tabs.showProduct(awaited, known: nil) }
            awaited = nil
            if resumed.insert(address).inserted { await tabs.resumeForm() }
        }
    }

    /// The first screen: the app knows no market before somebody names one.
    private func askForMarket(_ settings: AppSettings) {
        let model = AddressModel(nil, language: settings.language, transport: environment.transport)
        let screen = AddressViewController(
            model,
            language: settings.language,
            advice: AppTexts(language: settings.language)[.firstMarket]
        ) { [weak self] address in
            settings.address = address
            self?.open()
        }
        window?.rootViewController = UINavigationController(rootViewController: screen)
    }
}
