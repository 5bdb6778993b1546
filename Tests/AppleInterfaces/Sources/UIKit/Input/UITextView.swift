import CoreGraphics
import Foundation

@MainActor public protocol UITextViewDelegate: NSObjectProtocol, UIScrollViewDelegate {
    func textViewDidBeginEditing(_ textView: UITextView)
    func textViewDidChange(_ textView: UITextView)
    func textViewDidEndEditing(_ textView: UITextView)
}

extension UITextViewDelegate {
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    public func textViewDidChange(_ textView: UITextView) {}
    public func textViewDidEndEditing(_ textView: UITextView) {}
}

open class UITextView: UIScrollView, UITextInput, UIContentSizeCategoryAdjusting {
    open var text: String! = ""
    open var textColor: UIColor?
    open var font: UIFont?
    open var isEditable = true
    open var adjustsFontForContentSizeCategory = false

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    // MARK: UITextInputTraits

    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    open var autocorrectionType = UITextAutocorrectionType.default
    open var keyboardType = UIKeyboardType.default
    open var returnKeyType = UIReturnKeyType.default
    open var isSecureTextEntry = false
    open var textContentType: UITextContentType!

    // MARK: UITextInput

    open internal(set) var markedTextRange: UITextRange?

    // MARK: First responder

    private var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

    override var canBecomeFirstResponder: Bool { isEditable }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder, super.becomeFirstResponder() else { return isFirstResponder }
        scrollToVisible()
        textDelegate?.textViewDidBeginEditing(self)
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        markedTextRange = nil
        _ = super.resignFirstResponder()
        textDelegate?.textViewDidEndEditing(self)
        return true
    }

    /// Taps the view and replaces its text.
    package func type(_ replacement: String) {
        guard becomeFirstResponder() else { return }
        text = replacement
        textDelegate?.textViewDidChange(self)
    }
}
