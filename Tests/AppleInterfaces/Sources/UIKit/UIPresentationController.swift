import CoreGraphics
import Foundation

@MainActor open class UIPresentationController: NSObject {
    package weak var presented: UIViewController?

    package init(_ presented: UIViewController) {
        self.presented = presented
        super.init()
    }
}

open class UIPopoverPresentationController: UIPresentationController {
    open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
}

@MainActor public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

extension UIView: UIPopoverPresentationControllerSourceItem {}
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}
