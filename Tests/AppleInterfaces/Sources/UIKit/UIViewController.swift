import CoreGraphics
import Foundation

public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case automatic = -2
}

@MainActor public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

@MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

@MainActor open class UIViewController: UIResponder {
    @MainActor public class Transition: NSObject {
        @MainActor public class ZoomOptions: NSObject {}

        @MainActor public class ZoomSourceViewProviderContext: NSObject {}

        public static func zoom(
            options: ZoomOptions? = nil,
            sourceViewProvider: @escaping (ZoomSourceViewProviderContext) -> UIView?
        ) -> Self {
            let transition = Self()
            transition.provide = sourceViewProvider
            return transition
        }

        private var provide: (ZoomSourceViewProviderContext) -> UIView? = { _ in nil }

        override required init() { super.init() }

        /// The view from which a zoom begins.
        package var source: UIView? { provide(ZoomSourceViewProviderContext()) }
    }

    // MARK: View

    private var loadedView: UIView?

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    public required init?(coder: NSCoder) { return nil }

    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    open var view: UIView! {
        get {
            if loadedView == nil {
                loadView()
                loadedView?.owner = self
                viewDidLoad()
            }
            return loadedView
        }
        set { loadedView = newValue }
    }

    var isViewLoaded: Bool { loadedView != nil }
    open var viewIfLoaded: UIView? { loadedView }
    open func loadView() { loadedView = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844)) }
    func loadViewIfNeeded() { _ = view }
    open func viewDidLoad() {}

    override var next: UIResponder? { loadedView?.superview ?? presentingViewController }

    // MARK: Life cycle

    package enum Appearance { case disappeared, appearing, appeared, disappearing }
    package var appearance = Appearance.disappeared

    open func viewWillAppear(_ animated: Bool) {}
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open func didReceiveMemoryWarning() {}
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
        presentedViewController?.viewWillTransition(to: size, with: coordinator)
    }

    var isBeingDismissed = false
    var isBeingPresented = false
    open internal(set) var isMovingFromParent = false
    var isMovingToParent = false

    // MARK: Containment

    open internal(set) var children: [UIViewController] = []
    weak var parent: UIViewController?

    open func addChild(_ childController: UIViewController) {
        children.append(childController)
        childController.parent = self
    }

    func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    open var navigationController: UINavigationController? {
        parent as? UINavigationController ?? parent?.navigationController
    }
    var tabBarController: UITabBarController? { parent as? UITabBarController ?? parent?.tabBarController }

    // MARK: Presentation

    open internal(set) var presentedViewController: UIViewController?
    package weak var presenter: UIViewController?
    open var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }
    open var definesPresentationContext = false
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var isModalInPresentation = false
    open var preferredTransition: Transition?
    lazy var presentationController: UIPresentationController? = UIPresentationController(self)
    open lazy var popoverPresentationController: UIPopoverPresentationController? =
        UIPopoverPresentationController(self)

    open func present(
        _ viewControllerToPresent: UIViewController,
        animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        presentOver(viewControllerToPresent, flag)
        completion?()
    }

    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        dismissPresented(flag)
        completion?()
    }

    // MARK: Presentation in containers

    open var title: String? {
        didSet { navigationItem.title = navigationItem.title ?? title }
    }
    open lazy var navigationItem = UINavigationItem()
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem()
    open var contentUnavailableConfiguration: (any UIContentConfiguration)?
}

public enum UIStatusBarStyle: Int, Sendable {
    case `default` = 0
    case lightContent = 1
}
