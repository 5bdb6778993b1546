// Read from:
// - https://developer.apple.com/documentation/uikit/uiscrollview
// - https://developer.apple.com/documentation/uikit/uiscrollviewdelegate
// - https://developer.apple.com/documentation/uikit/uirefreshcontrol
// - https://developer.apple.com/documentation/uikit/uipagecontrol

open class UIScrollView: UIView {
    public enum KeyboardDismissMode: Int, Sendable {
        case onDrag = 1
        case interactive = 2
    }
    @available(iOS 11.0, *) public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case never = 2
    }
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentOffset: CGPoint
    open var contentSize: CGSize
    open var contentInset: UIEdgeInsets
    @available(iOS 11.0, *) open var adjustedContentInset: UIEdgeInsets { fatalError() }
    @available(iOS 11.0, *) open var contentInsetAdjustmentBehavior: UIScrollView.ContentInsetAdjustmentBehavior
    @available(iOS 11.0, *) open var contentLayoutGuide: UILayoutGuide { fatalError() }
    @available(iOS 11.0, *) open var frameLayoutGuide: UILayoutGuide { fatalError() }
    open var isPagingEnabled: Bool
    open var isScrollEnabled: Bool
    open var alwaysBounceVertical: Bool
    open var showsHorizontalScrollIndicator: Bool
    open var showsVerticalScrollIndicator: Bool
    open var keyboardDismissMode: UIScrollView.KeyboardDismissMode
    open var minimumZoomScale: CGFloat
    open var maximumZoomScale: CGFloat
    open var zoomScale: CGFloat
    open var refreshControl: UIRefreshControl?
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { fatalError() }
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) { fatalError() }
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { fatalError() }
    open func zoom(to rect: CGRect, animated: Bool) { fatalError() }
}

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    // All functions are optional.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
}

extension UIScrollViewDelegate {
    public func scrollViewDidZoom(_ scrollView: UIScrollView) { fatalError() }
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) { fatalError() }
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { fatalError() }
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { fatalError() }
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { fatalError() }
}

open class UIRefreshControl: UIControl {
    open func endRefreshing() { fatalError() }
}

open class UIPageControl: UIControl {
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var numberOfPages: Int
    open var currentPage: Int
    open var hidesForSinglePage: Bool
    open var pageIndicatorTintColor: UIColor?
    open var currentPageIndicatorTintColor: UIColor?
}
