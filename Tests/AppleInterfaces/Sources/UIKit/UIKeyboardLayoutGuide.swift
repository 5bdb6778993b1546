import Foundation

open class UITrackingLayoutGuide: UILayoutGuide {}

open class UIKeyboardLayoutGuide: UITrackingLayoutGuide {}
