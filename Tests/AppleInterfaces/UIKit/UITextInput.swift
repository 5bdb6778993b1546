// Read from:
// - https://developer.apple.com/documentation/uikit/uitextinput
// - https://developer.apple.com/documentation/uikit/uitextinputtraits
// - https://developer.apple.com/documentation/uikit/uikeyinput
// - https://developer.apple.com/documentation/uikit/uitextfield
// - https://developer.apple.com/documentation/uikit/uitextview
// - https://developer.apple.com/documentation/uikit/uitextviewdelegate

public enum UITextAutocapitalizationType: Int, Sendable {
    case none = 0
    case words = 1
    case sentences = 2
}

public enum UITextAutocorrectionType: Int, Sendable {
    case `default` = 0
    case no = 1
}

@available(iOS 11.0, *) public enum UITextSmartQuotesType: Int, Sendable {
    case `default` = 0
    case no = 1
}

@available(iOS 11.0, *) public enum UITextSmartDashesType: Int, Sendable {
    case `default` = 0
    case no = 1
}

@available(iOS 11.0, *) public enum UITextSmartInsertDeleteType: Int, Sendable {
    case `default` = 0
    case no = 1
}

public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case numbersAndPunctuation = 2
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URL = 3
    case emailAddress = 7
    @available(iOS 10.0, *) case asciiCapableNumberPad = 11
}

public enum UIReturnKeyType: Int, Sendable {
    case go = 1
    case next = 4
    case done = 9
}

public struct UITextContentType: Hashable, Sendable {
    public static var name: UITextContentType { fatalError() }
    public static var sublocality: UITextContentType { fatalError() }
    public static var emailAddress: UITextContentType { fatalError() }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static var URL: UITextContentType { fatalError() }
    public static var password: UITextContentType { fatalError() }
    @available(iOS 12.0, *) public static var newPassword: UITextContentType { fatalError() }
}

@MainActor open class UITextPosition: NSObject {}

@MainActor open class UITextRange: NSObject {
    open var end: UITextPosition { fatalError() }
}

open class UITextField: UIControl {
    public enum BorderStyle: Int, Sendable {
        case roundedRect = 3
    }
    public enum ViewMode: Int, Sendable {
        case always = 3
    }
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var text: String?
    open var placeholder: String?
    open var textColor: UIColor?
    open var font: UIFont?
    open var borderStyle: UITextField.BorderStyle
    open var rightView: UIView?
    open var rightViewMode: UITextField.ViewMode
    open var inputAccessoryView: UIView?
    open var adjustsFontForContentSizeCategory: Bool
    open var autocapitalizationType: UITextAutocapitalizationType
    open var autocorrectionType: UITextAutocorrectionType
    @available(iOS 11.0, *) open var smartQuotesType: UITextSmartQuotesType
    @available(iOS 11.0, *) open var smartDashesType: UITextSmartDashesType
    @available(iOS 11.0, *) open var smartInsertDeleteType: UITextSmartInsertDeleteType
    open var keyboardType: UIKeyboardType
    open var returnKeyType: UIReturnKeyType
    open var isSecureTextEntry: Bool
    open var textContentType: UITextContentType!
    open var markedTextRange: UITextRange? { fatalError() }
    open func insertText(_ text: String) { fatalError() }
}

open class UITextView: UIScrollView {
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var text: String!
    open var textColor: UIColor?
    open var font: UIFont?
    open var isEditable: Bool
    open var adjustsFontForContentSizeCategory: Bool
    open var selectedTextRange: UITextRange?
    open var markedTextRange: UITextRange? { fatalError() }
    open func caretRect(for position: UITextPosition) -> CGRect { fatalError() }
}

@MainActor public protocol UITextViewDelegate: NSObjectProtocol, UIScrollViewDelegate {
    // All functions are optional.
    func textViewDidChange(_ textView: UITextView)
    func textViewDidChangeSelection(_ textView: UITextView)
    func textViewDidEndEditing(_ textView: UITextView)
}

extension UITextViewDelegate {
    public func textViewDidChange(_ textView: UITextView) { fatalError() }
    public func textViewDidChangeSelection(_ textView: UITextView) { fatalError() }
    public func textViewDidEndEditing(_ textView: UITextView) { fatalError() }
}
