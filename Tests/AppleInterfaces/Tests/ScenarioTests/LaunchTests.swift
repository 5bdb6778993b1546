import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct LaunchTests {
    @Test
    func windowShowsTabs() async {
        let scene = UIWindowScene(size: CGSize(width: 390, height: 844))
        let delegate = SceneDelegate()
        delegate.scene(scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
        while !(delegate.window?.rootViewController is MarketTabsController) { await Task.yield() }
    }
}
