import Foundation

@MainActor open class UIResponder: NSObject {
    public override init() { super.init() }

    var next: UIResponder? { nil }

    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// Called by VoiceOver's two-finger scrub.
    open func accessibilityPerformEscape() -> Bool { false }

    var canBecomeFirstResponder: Bool { false }

    open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        guard let window = responderWindow else { return false }
        if let current = window.firstResponder, current !== self, !current.resignFirstResponder() { return false }
        window.firstResponder = self
        return true
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        if isFirstResponder { responderWindow?.firstResponder = nil }
        return true
    }

    /// The window at the end of the responders.
    package var responderWindow: UIWindow? {
        var responder: UIResponder? = self
        while let current = responder {
            if let window = current as? UIWindow { return window }
            responder = current.next
        }
        return nil
    }
}
