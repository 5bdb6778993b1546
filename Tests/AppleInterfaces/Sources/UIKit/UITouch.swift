import CoreGraphics
import Foundation

@MainActor open class UIEvent: NSObject {}

@MainActor open class UITouch: NSObject {
    open internal(set) var tapCount = 1
    private let point: CGPoint

    package init(tapCount: Int, at point: CGPoint) {
        self.tapCount = tapCount
        self.point = point
        super.init()
    }

    open func location(in view: UIView?) -> CGPoint { point }
}
