import Foundation

public enum UITextAutocapitalizationType: Int, Sendable {
    case none = 0
    case words = 1
    case sentences = 2
}

public enum UITextAutocorrectionType: Int, Sendable {
    case `default` = 0
    case no = 1
}

public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URL = 3
    case numberPad = 4
    case decimalPad = 8
}

public enum UIReturnKeyType: Int, Sendable {
    case `default` = 0
    case go = 1
    case next = 4
    case done = 9
}

public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let name = UITextContentType(rawValue: "name")
    public static let sublocality = UITextContentType(rawValue: "address-level3")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let URL = UITextContentType(rawValue: "url")
    public static let password = UITextContentType(rawValue: "password")
    public static let newPassword = UITextContentType(rawValue: "new-password")
}

@MainActor public protocol UITextInputTraits: NSObjectProtocol {
    var autocapitalizationType: UITextAutocapitalizationType { get set }
    var autocorrectionType: UITextAutocorrectionType { get set }
    var keyboardType: UIKeyboardType { get set }
    var returnKeyType: UIReturnKeyType { get set }
    var isSecureTextEntry: Bool { get set }
    var textContentType: UITextContentType! { get set }
}

@MainActor open class UITextRange: NSObject {}

@MainActor public protocol UITextInput: UITextInputTraits {
    /// The range of what is still being composed, or nil.
    var markedTextRange: UITextRange? { get }
}
