import CoreGraphics

extension UIView {
    public var keyboardLayoutGuide: UILayoutGuide { keyboardGuide }
}
