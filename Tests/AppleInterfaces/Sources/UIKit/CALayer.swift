import CoreGraphics
import Foundation

/// On Apple's systems `CALayer` isn't isolated to the main actor.
open class CALayer: NSObject {
    open var cornerRadius: CGFloat = 0
}
