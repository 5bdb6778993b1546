// Read from:
// - https://developer.apple.com/documentation/uikit/uiapplication
// - https://developer.apple.com/documentation/uikit/uiapplicationdelegate
// - https://developer.apple.com/documentation/uikit/uiscene
// - https://developer.apple.com/documentation/uikit/uiscenedelegate
// - https://developer.apple.com/documentation/uikit/uiscenesession
// - https://developer.apple.com/documentation/uikit/uipasteboard

@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
    open class var shared: UIApplication { fatalError() }
    open weak var delegate: (any UIApplicationDelegate)?
    public nonisolated func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { fatalError() }
    public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { fatalError() }
    open func open(
        _ url: URL,
        options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor (Bool) -> Void)? = nil
    ) { fatalError() }
    open func open(
        _ url: URL,
        options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool { fatalError() }
}

public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
    public static var invalid: UIBackgroundTaskIdentifier { fatalError() }
}

// All its functions are optional.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    init()
    @available(iOS 7.0, *) func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    )
}

extension UIApplicationDelegate {
    public static func main() { fatalError() }
}

@available(iOS 13.0, *) @MainActor open class UISceneSession: NSObject {}

@available(iOS 13.0, *) @MainActor open class UIScene: UIResponder {
    @MainActor open class ConnectionOptions: NSObject {
        open var userActivities: Set<NSUserActivity> { fatalError() }
    }
}

@available(iOS 13.0, *) open class UIWindowScene: UIScene {}

@available(iOS 13.0, *) @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    // All functions are optional.
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
    func sceneWillEnterForeground(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

@available(iOS 13.0, *) @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    // Optional.
    var window: UIWindow? { get set }
}

open class UIPasteboard: NSObject {
    open class var general: UIPasteboard { fatalError() }
    open var string: String?
}
