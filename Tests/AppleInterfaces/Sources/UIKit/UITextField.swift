import CoreGraphics
import Foundation

open class UITextField: UIControl {
    open var text: String? = ""
    open var placeholder: String?

    open override var canBecomeFirstResponder: Bool { isEnabled }
}
