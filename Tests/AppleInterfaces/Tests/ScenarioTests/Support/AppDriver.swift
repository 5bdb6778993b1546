import Foundation
import MarketClient
import MarketTexts
import Testing
import UIKit

@testable import OpenMarket

/// Runs the app as a device does, and uses it as a person does: by what the screen says.
@MainActor
final class AppDriver {
    struct NotFound: Error {
        let what: String
        let onScreen: [String]
    }

    static let upright = CGSize(width: 390, height: 844)
    static let onItsSide = CGSize(width: 844, height: 390)
    /// How long something may take before it counts as missing; far above what a slow machine needs.
    private static let patience = Duration.seconds(120)

    let market: RunningMarket
    let calls = ControlledTransport()
    let pictures = ControlledTransport()
    var size = AppDriver.upright
    private(set) var scene = UIWindowScene(size: AppDriver.upright)
    private(set) var delegate = SceneDelegate()
    private let environment: AppEnvironment
    private let defaultsName: String

    private init(_ market: RunningMarket, _ language: Language, knowsMarket: Bool) throws {
        registerCells()
        self.market = market
        defaultsName = "open-market-scenario-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: defaultsName))
        environment = AppEnvironment(
            support: market.folder.appending(path: "support"),
            defaults: defaults,
            transport: calls,
            imageTransport: pictures,
            pictures: DiskImageCache(folder: market.folder.appending(path: "caches/pictures")),
            deviceLanguage: language
        )
        if knowsMarket { AppSettings(defaults: defaults, deviceLanguage: language).address = market.address }
    }

    /// Runs a scenario with a market of its own and the app on a phone.
    static func run(
        language: Language = .english,
        knowsMarket: Bool = true,
        seed: @MainActor (RunningMarket) async throws -> Void = { _ in },
        beforeLaunch prepare: @MainActor (AppDriver) -> Void = { _ in },
        _ scenario: @MainActor (AppDriver) async throws -> Void
    ) async throws {
        try await RunningMarket.run { market in
            try await seed(market)
            let app = try AppDriver(market, language, knowsMarket: knowsMarket)
            defer { app.end() }
            prepare(app)
            try await app.launch()
            try await scenario(app)
        }
    }

    private func end() {
        quit()
        environment.defaults.removePersistentDomain(forName: defaultsName)
    }

    // MARK: Life of the app

    func launch() async throws {
        scene = UIWindowScene(size: size)
        delegate = SceneDelegate()
        delegate.environment = environment
        delegate.scene(scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
        try await wait("the tabs, or the question for a market") {
            self.window?.rootViewController is MarketTabsController
                || self.window?.rootViewController is UINavigationController
        }
    }

    /// Sends the app to the background, as the home gesture does.
    func leave() async throws {
        delegate.sceneWillResignActive(scene)
        delegate.sceneDidEnterBackground(scene)
        NotificationCenter.default.post(name: UIScene.didEnterBackgroundNotification, object: scene)
        // The system doesn't suspend the app before the work that it was told of has ended.
        try await wait("the end of the work in the background") { UIApplication.shared.backgroundTasks.isEmpty }
    }

    /// Ends the process of the app: nothing that is only in memory remains.
    func quit() {
        window?.rootViewController = nil
        delegate.window = nil
    }

    /// Ends the app in the background and opens it again.
    func relaunch() async throws {
        try await leave()
        quit()
        try await launch()
    }

    /// Turns the phone.
    func rotate(to size: CGSize) async {
        self.size = size
        let coordinator = TransitionCoordinator()
        window?.rootViewController?.viewWillTransition(to: size, with: coordinator)
        window?.frame.size = size
        window?.layoutPass()
        coordinator.finish()
        await settle()
    }

    /// Changes the size of texts in the device's settings.
    func setTextSize(_ category: UIContentSizeCategory) {
        window?.traits = UITraitCollection(category: category)
        window?.traitsChanged()
    }

    // MARK: Waiting

    /// Lets everything that is ready run, and lays out.
    func settle() async {
        for _ in 0..<20 { await Task.yield() }
        window?.layoutPass()
        for _ in 0..<20 { await Task.yield() }
    }

    /// Waits until something holds on the screen.
    func wait(_ what: String, until holds: () -> Bool) async throws {
        let end = ContinuousClock.now + Self.patience
        while true {
            await settle()
            if holds() { return }
            if ContinuousClock.now > end { throw NotFound(what: what, onScreen: texts) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    // MARK: What the screen shows

    var window: UIWindow? { delegate.window }

    /// What is in front: an alert, a sheet, or the tabs.
    var front: UIViewController? { window?.rootViewController?.topPresented }

    /// The controller in front, inside of its navigation and tabs.
    var screen: UIViewController? { front?.content }

    /// Waits for a screen of a class, and returns it.
    func screen<Screen: UIViewController>(_ type: Screen.Type) async throws -> Screen {
        try await wait("\(type)") { self.screen is Screen }
        return try #require(screen as? Screen)
    }

    /// The texts in front, from top to bottom as VoiceOver reads them.
    var texts: [String] {
        guard let screen else { return [] }
        return ScreenReader.texts(of: screen)
    }

    func shows(_ text: String) -> Bool { texts.contains { $0.contains(text) } }

    func waitFor(_ text: String) async throws { try await wait("“\(text)”") { self.shows(text) } }

    func waitUntilGone(_ text: String) async throws { try await wait("no “\(text)”") { !self.shows(text) } }
}

/// Performs what is to happen alongside a turn of the phone, as UIKit does.
private final class TransitionCoordinator: NSObject, UIViewControllerTransitionCoordinator,
    UIViewControllerTransitionCoordinatorContext
{
    private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        animation?(self)
        if let completion { completions.append(completion) }
        return true
    }

    func finish() {
        for completion in completions { completion(self) }
    }
}
