import CoreGraphics
import Foundation

@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
        true
    }
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
}

@MainActor open class UIPresentationController: NSObject {
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
    package weak var presented: UIViewController?

    package init(_ presented: UIViewController) {
        self.presented = presented
        super.init()
    }
}

open class UISheetPresentationController: UIPresentationController {
    @MainActor open class Detent: NSObject {
        open class func medium() -> Detent { Detent() }
        open class func large() -> Detent { Detent() }
    }

    open var detents: [Detent] = [.large()]
    open var prefersGrabberVisible = false
}

open class UIPopoverPresentationController: UIPresentationController {
    open var sourceView: UIView?
    open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
    open var sourceRect = CGRect.zero
}

@MainActor public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

extension UIView: UIPopoverPresentationControllerSourceItem {}
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}
