import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The tabs of an open market, and the ways from one screen to another.
final class MarketTabsController: UITabBarController {
    private let session: MarketSession
    /// Opens the market of the settings after they have changed.
    private let reopen: () -> Void
    private let list: ListViewController

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
        viewControllers = [
            tab(list, title: session.texts.web[.siteName], symbol: "storefront")
        ]
    }

    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        session.images.handleMemoryPressure()
    }

    /// Stores what would be lost if the system ended the app in the background.
    func saveUnfinishedWork() {
        list.savePosition()
    }

    private func tab(_ screen: UIViewController, title: String, symbol: String) -> UIViewController {
        let navigation = UINavigationController(rootViewController: screen)
        navigation.navigationBar.prefersLargeTitles = true
        navigation.tabBarItem = UITabBarItem(title: title, image: UIImage(systemName: symbol), selectedImage: nil)
        return navigation
    }
}
