import CoreGraphics
import Foundation

open class UITextField: UIControl, UITextInput, UIContentSizeCategoryAdjusting {
    public enum BorderStyle: Int, Sendable {
        case none
        case roundedRect
    }

    public enum ViewMode: Int, Sendable {
        case never
        case always
    }

    open var text: String? = ""
    open var placeholder: String?
    open var textColor: UIColor?
    open var font: UIFont?
    open var borderStyle = BorderStyle.none
    open var rightView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let rightView { addSubview(rightView) }
        }
    }
    open var rightViewMode = ViewMode.never
    open var adjustsFontForContentSizeCategory = false
    open var inputAccessoryView: UIView?

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

    override var canBecomeFirstResponder: Bool { isEnabled }

    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder, super.becomeFirstResponder() else { return isFirstResponder }
        scrollToVisible()
        sendActions(for: .editingDidBegin)
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        markedTextRange = nil
        _ = super.resignFirstResponder()
        sendActions(for: .editingDidEnd)
        return true
    }
}

// What people do with a field.
extension UITextField {
    /// Taps the field and replaces its text, character by character.
    package func type(_ replacement: String) {
        guard becomeFirstResponder() else { return }
        text = ""
        for character in replacement {
            text?.append(character)
            sendActions(for: .editingChanged)
        }
        if replacement.isEmpty { sendActions(for: .editingChanged) }
    }

    /// Adds a syllable that is still being composed.
    package func compose(_ syllable: String) {
        guard becomeFirstResponder() else { return }
        markedTextRange = UITextRange()
        text?.append(syllable)
        sendActions(for: .editingChanged)
    }

    /// Taps the return key, which ends a syllable that is being composed, and otherwise leaves the field.
    package func tapReturn() {
        guard isFirstResponder else { return }
        guard markedTextRange == nil else {
            markedTextRange = nil
            sendActions(for: .editingChanged)
            return
        }
        sendActions(for: .editingDidEndOnExit)
        // An action may have made another field the first responder.
        if isFirstResponder { resignFirstResponder() }
    }
}
