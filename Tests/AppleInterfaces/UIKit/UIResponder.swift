// Read from:
// - https://developer.apple.com/documentation/uikit/uiresponder
// - https://developer.apple.com/documentation/uikit/uitouch
// - https://developer.apple.com/documentation/uikit/uievent

@MainActor open class UIResponder: NSObject {
    public override init() { fatalError() }
    open var isFirstResponder: Bool { fatalError() }
    @discardableResult
    open func becomeFirstResponder() -> Bool { fatalError() }
    @discardableResult
    open func resignFirstResponder() -> Bool { fatalError() }
    open func reloadInputViews() { fatalError() }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { fatalError() }
    open func accessibilityPerformEscape() -> Bool { fatalError() }
}

@MainActor open class UIEvent: NSObject {}

@MainActor open class UITouch: NSObject {
    open var tapCount: Int { fatalError() }
    open func location(in view: UIView?) -> CGPoint { fatalError() }
}
