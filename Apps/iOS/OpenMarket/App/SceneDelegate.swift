import MarketTexts
import UIKit

/// Opens the market in the window, and again when the user has chosen another market or language.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    var environment = AppEnvironment()
    private var opening: Task<Void, Never>?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: scene)
        window.tintColor = UIColor(named: "AccentColor")
        self.window = window
        open()
        window.makeKeyAndVisible()
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
        guard let tabs else { return }
        let application = UIApplication.shared
        // Without it, the system may suspend the app before a draft with its pictures is on disk.
        var work = UIBackgroundTaskIdentifier.invalid
        func end() {
            guard work != .invalid else { return }
            application.endBackgroundTask(work)
            work = .invalid
        }
        // An app that doesn't end its work in time is ended itself.
        work = application.beginBackgroundTask(withName: nil) { end() }
        Task {
            await tabs.saveUnfinishedWork()
            end()
        }
    }

    private var tabs: MarketTabsController? { window?.rootViewController as? MarketTabsController }

    private func open() {
        opening?.cancel()
        let settings = AppSettings(defaults: environment.defaults, deviceLanguage: environment.deviceLanguage)
        window?.overrideUserInterfaceStyle = settings.appearance.style
        guard let address = settings.address else { return askForMarket(settings) }
        window?.rootViewController = OpeningViewController()
        opening = Task { [environment] in
            let session = await MarketSession.open(address, environment, settings: settings)
            guard !Task.isCancelled else { return }
            window?.rootViewController = MarketTabsController(session: session) { [weak self] in self?.open() }
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
