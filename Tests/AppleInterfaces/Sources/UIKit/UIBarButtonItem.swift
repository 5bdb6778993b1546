import CoreGraphics
import Foundation

@MainActor open class UIBarItem: NSObject {
    open var title: String?
    open var image: UIImage?
    open var isEnabled = true
    open var accessibilityLabel: String?
}

open class UIBarButtonItem: UIBarItem {
    package enum SystemItem: Int, Sendable {
        case flexibleSpace
    }

    /// A new action gives the item its title and image, unless it is a system item.
    open var primaryAction: UIAction? {
        didSet {
            guard let primaryAction, systemItem == nil else { return }
            title = primaryAction.title
            image = primaryAction.image
        }
    }
    open var menu: UIMenu?
    open var isHidden = false
    var customView: UIView?
    package var systemItem: SystemItem?

    convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init()
        self.systemItem = systemItem
        self.primaryAction = primaryAction
        self.menu = menu
    }

    public convenience init(
        title: String? = nil,
        image: UIImage? = nil,
        primaryAction: UIAction? = nil,
        menu: UIMenu? = nil
    ) {
        self.init()
        // Observers don't run here. The action takes precedence over the title and the image.
        self.title = primaryAction.map(\.title) ?? title
        self.image = primaryAction.map(\.image) ?? image
        self.primaryAction = primaryAction
        self.menu = menu
    }

    package func tap() {
        if isEnabled { primaryAction?.run(self) }
    }
}

@MainActor open class UINavigationItem: NSObject {
    public enum LargeTitleDisplayMode: Int, Sendable {
        case automatic
        case never
    }

    open var title: String?
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    open var leftBarButtonItems: [UIBarButtonItem]?
    open var rightBarButtonItems: [UIBarButtonItem]?
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    open var searchController: UISearchController?
    open var hidesSearchBarWhenScrolling = true
    open var prompt: String?
}

open class UITabBarItem: UIBarItem {

    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init()
        self.title = title
        self.image = image
    }
}
