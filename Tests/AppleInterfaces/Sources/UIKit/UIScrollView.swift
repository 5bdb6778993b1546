import CoreGraphics
import Foundation

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    func scrollViewDidZoom(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
}

open class UIScrollView: UIView {
    public enum KeyboardDismissMode: Int, Sendable {
        case none
        case onDrag
        case interactive
    }

    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic
        case never = 2
    }

    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero
    open var adjustedContentInset: UIEdgeInsets {
        let safe = safeAreaInsets
        return UIEdgeInsets(
            top: contentInset.top + safe.top,
            left: contentInset.left,
            bottom: contentInset.bottom + safe.bottom,
            right: contentInset.right
        )
    }
    open var contentOffset: CGPoint {
        get { boundsOrigin }
        set {
            guard newValue != boundsOrigin else { return }
            boundsOrigin = newValue
            delegate?.scrollViewDidScroll(self)
            setNeedsLayout()
        }
    }
    open var isPagingEnabled = false
    open var isScrollEnabled = true
    open var alwaysBounceVertical = false
    open var showsHorizontalScrollIndicator = true
    open var showsVerticalScrollIndicator = true
    open var keyboardDismissMode = KeyboardDismissMode.none
    open var minimumZoomScale: CGFloat = 1
    open var maximumZoomScale: CGFloat = 1
    open private(set) var zoomScale: CGFloat = 1
    open lazy var contentLayoutGuide = UILayoutGuide(owner: self, kind: .content)
    open lazy var frameLayoutGuide = UILayoutGuide(owner: self, kind: .frame)
    open var refreshControl: UIRefreshControl?

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
        if animated { delegate?.scrollViewDidEndScrollingAnimation(self) }
    }

    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        var target = contentOffset
        if rect.minY < bounds.minY { target.y = rect.minY }
        if rect.maxY > bounds.maxY { target.y = rect.maxY - bounds.height }
        setContentOffset(target, animated: animated)
    }

    open func setZoomScale(_ scale: CGFloat, animated: Bool) {
        guard delegate?.viewForZooming(in: self) != nil else { return }
        zoomScale = min(maximumZoomScale, max(minimumZoomScale, scale))
        delegate?.scrollViewDidZoom(self)
    }

    open func zoom(to rect: CGRect, animated: Bool) {
        guard rect.width > 0 else { return }
        setZoomScale(bounds.width / rect.width, animated: animated)
    }
}

open class UIRefreshControl: UIControl {
    open private(set) var isRefreshing = false

    open func beginRefreshing() { isRefreshing = true }

    open func endRefreshing() { isRefreshing = false }
}

open class UIPageControl: UIControl {
    open var numberOfPages = 0
    open var currentPage = 0
    open var hidesForSinglePage = false
    open var pageIndicatorTintColor: UIColor?
    open var currentPageIndicatorTintColor: UIColor?
}
