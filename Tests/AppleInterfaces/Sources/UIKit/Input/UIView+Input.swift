import CoreGraphics

extension UIView {
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        let mine = originInWindow
        let other = view?.originInWindow ?? .zero
        return CGRect(
            x: rect.minX + mine.x - other.x,
            y: rect.minY + mine.y - other.y,
            width: rect.width,
            height: rect.height
        )
    }

    /// Where the bounds' zero point is in the window.
    private var originInWindow: CGPoint {
        var point = CGPoint(x: -bounds.minX, y: -bounds.minY)
        var view: UIView? = self
        while let current = view {
            point.x += current.frame.minX
            point.y += current.frame.minY
            if let parent = current.superview {
                point.x -= parent.bounds.minX
                point.y -= parent.bounds.minY
            }
            view = current.superview
        }
        return point
    }

    @discardableResult
    public func endEditing(_ force: Bool) -> Bool {
        guard let responder = responderWindow?.firstResponder as? UIView, responder.isDescendant(of: self) else {
            return false
        }
        return responder.resignFirstResponder()
    }

    /// Scrolls the nearest scroll view to this view, as UIKit does when it becomes first responder.
    func scrollToVisible() {
        var view = superview
        while let current = view {
            if let scrollView = current as? UIScrollView, scrollView.isScrollEnabled {
                scrollView.scrollRectToVisible(convert(bounds, to: scrollView), animated: false)
                return
            }
            view = current.superview
        }
    }
}

extension UIResponder {
    public func reloadInputViews() {}
}
