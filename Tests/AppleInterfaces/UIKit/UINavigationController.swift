// Read from:
// - https://developer.apple.com/documentation/uikit/uinavigationcontroller
// - https://developer.apple.com/documentation/uikit/uinavigationitem
// - https://developer.apple.com/documentation/uikit/uitabbarcontroller
// - https://developer.apple.com/documentation/uikit/uibarbuttonitem
// - https://developer.apple.com/documentation/uikit/uibaritem

open class UINavigationController: UIViewController {
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    public init(rootViewController: UIViewController) { fatalError() }
    open var navigationBar: UINavigationBar { fatalError() }
    open var topViewController: UIViewController? { fatalError() }
    open func pushViewController(_ viewController: UIViewController, animated: Bool) { fatalError() }
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? { fatalError() }
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) { fatalError() }
}

@MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {}

open class UINavigationBar: UIView {
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    @available(iOS 11.0, *) open var prefersLargeTitles: Bool
}

@MainActor open class UINavigationItem: NSObject {
    public enum LargeTitleDisplayMode: Int, Sendable {
        case never = 2
    }
    public init(title: String) { fatalError() }
    open var prompt: String?
    open var leftBarButtonItem: UIBarButtonItem?
    open var rightBarButtonItem: UIBarButtonItem?
    open var rightBarButtonItems: [UIBarButtonItem]?
    @available(iOS 11.0, *) open var largeTitleDisplayMode: UINavigationItem.LargeTitleDisplayMode
    @available(iOS 11.0, *) open var searchController: UISearchController?
    @available(iOS 11.0, *) open var hidesSearchBarWhenScrolling: Bool
}

open class UITabBarController: UIViewController {
    open var viewControllers: [UIViewController]?
    open var selectedViewController: UIViewController?
}

@MainActor open class UIBarItem: NSObject {
    public override init() { fatalError() }
    open var isEnabled: Bool
    open var title: String?
    open var image: UIImage?
    // On Apple's systems one of NSObject's.
    open var accessibilityLabel: String?
}

open class UIBarButtonItem: UIBarItem {
    @available(iOS 14.0, *) public convenience init(
        title: String? = nil,
        image: UIImage? = nil,
        primaryAction: UIAction? = nil,
        menu: UIMenu? = nil
    ) { fatalError() }
    @available(iOS 14.0, *) open class func flexibleSpace() -> Self { fatalError() }
    @available(iOS 14.0, *) open var primaryAction: UIAction?
    @available(iOS 14.0, *) open var menu: UIMenu?
}

open class UITabBarItem: UIBarItem {
    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) { fatalError() }
}
