import Foundation

@MainActor open class UIResponder: NSObject {
    public override init() { super.init() }

    open var next: UIResponder? { nil }

    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// Called by VoiceOver's two-finger scrub.
    open func accessibilityPerformEscape() -> Bool { false }

    open var canBecomeFirstResponder: Bool { false }

    open var isFirstResponder: Bool { UIWindow.firstResponder === self }

    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        if let current = UIWindow.firstResponder, current !== self, !current.resignFirstResponder() { return false }
        UIWindow.firstResponder = self
        return true
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        if UIWindow.firstResponder === self { UIWindow.firstResponder = nil }
        return true
    }
}
