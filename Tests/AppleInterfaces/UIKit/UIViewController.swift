// Read from:
// - https://developer.apple.com/documentation/uikit/uiviewcontroller
// - https://developer.apple.com/documentation/uikit/uiviewcontroller/transition
// - https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator
// - https://developer.apple.com/documentation/uikit/uipopoverpresentationcontroller
// - https://developer.apple.com/documentation/uikit/uiactivityviewcontroller

@MainActor open class UIViewController: UIResponder {
    @available(iOS 18.0, *) @MainActor open class Transition: NSObject {
        @MainActor open class ZoomOptions: NSObject {}
        @MainActor open class ZoomSourceViewProviderContext: NSObject {}
        open class func zoom(
            options: UIViewController.Transition.ZoomOptions? = nil,
            sourceViewProvider: @escaping (UIViewController.Transition.ZoomSourceViewProviderContext) -> UIView?
        ) -> Self { fatalError() }
    }
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    // Inherited from NSObject: it calls `init(nibName:bundle:)`.
    public convenience override init() { fatalError() }
    // MARK: View
    open var view: UIView!
    open func loadView() { fatalError() }
    open func loadViewIfNeeded() { fatalError() }
    open func viewDidLoad() { fatalError() }
    open func viewWillAppear(_ animated: Bool) { fatalError() }
    open func viewDidAppear(_ animated: Bool) { fatalError() }
    open func viewDidDisappear(_ animated: Bool) { fatalError() }
    open func viewDidLayoutSubviews() { fatalError() }
    open func didReceiveMemoryWarning() { fatalError() }
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        fatalError()
    }
    // MARK: Containment
    open var isMovingFromParent: Bool { fatalError() }
    open var navigationController: UINavigationController? { fatalError() }
    open func addChild(_ childController: UIViewController) { fatalError() }
    open func didMove(toParent parent: UIViewController?) { fatalError() }
    // MARK: Presentation
    open var presentedViewController: UIViewController? { fatalError() }
    open var presentingViewController: UIViewController? { fatalError() }
    open var definesPresentationContext: Bool
    open var preferredStatusBarStyle: UIStatusBarStyle { fatalError() }
    open var modalPresentationStyle: UIModalPresentationStyle
    @available(iOS 13.0, *) open var isModalInPresentation: Bool
    @available(iOS 18.0, *) open var preferredTransition: UIViewController.Transition?
    open var popoverPresentationController: UIPopoverPresentationController? { fatalError() }
    open func present(
        _ viewControllerToPresent: UIViewController,
        animated flag: Bool,
        completion: (() -> Void)? = nil
    ) { fatalError() }
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { fatalError() }
    // MARK: In containers
    open var title: String?
    open var navigationItem: UINavigationItem { fatalError() }
    open var tabBarItem: UITabBarItem!
    @available(iOS 17.0, *) open var contentUnavailableConfiguration: (any UIContentConfiguration)?
}

public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
}

public enum UIStatusBarStyle: Int, Sendable {
    case lightContent = 1
}

@MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

@MainActor open class UIPresentationController: NSObject {}

open class UIPopoverPresentationController: UIPresentationController {
    @available(iOS 16.0, *) open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
}

@available(iOS 16.0, *) public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

extension UIView: UIPopoverPresentationControllerSourceItem {}
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}

open class UIActivityViewController: UIViewController {
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
}

@MainActor open class UIActivity: NSObject {}
