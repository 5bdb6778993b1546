import CoreGraphics
import Foundation

@MainActor open class UILayoutGuide: NSObject {
    package enum Kind { case safeArea, margins, keyboard, content, frame }
    package weak var ownerView: UIView?
    package let kind: Kind

    package init(owner: UIView, kind: Kind) {
        ownerView = owner
        self.kind = kind
        super.init()
    }

    var owningView: UIView? { ownerView }
}
