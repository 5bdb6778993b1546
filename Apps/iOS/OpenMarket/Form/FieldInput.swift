import MarketModels
import UIKit

/// How a field is typed: its keyboard, and what the system may do for it.
struct FieldInput {
    var keyboard = UIKeyboardType.default
    var contentType: UITextContentType?
    var capitalization = UITextAutocapitalizationType.sentences
    var correction = UITextAutocorrectionType.default
    var isSecure = false
    /// Whether every character counts, so that quotes and dashes stay as they are typed.
    var isLiteral = false

    /// - Parameter currency: the currency of the form, whose decimals the keyboard for prices offers.
    init(_ field: ListingField, currency: Currency) {
        switch field {
        case .price, .discount:
            // The pad for decimals has the sign of the device's region, which can be a comma, and prices have a point.
            keyboard = currency.exponent > 0 ? .numbersAndPunctuation : .asciiCapableNumberPad
        case .stock:
            keyboard = .asciiCapableNumberPad
        case .seller:
            contentType = .name
            capitalization = .words
            correction = .no
        case .contact:
            // A phone number, an address or a link: nothing that could be corrected.
            capitalization = .none
            correction = .no
            isLiteral = true
        case .place:
            contentType = .sublocality
            correction = .no
        case .password:
            contentType = .newPassword
            capitalization = .none
            correction = .no
            isSecure = true
            isLiteral = true
        default:
            if case .number = field.kind { keyboard = .asciiCapableNumberPad }
        }
    }

    /// Whether the field needs a bar with a button for the next one, because a keyboard of digits has no return key. The one for
    /// decimals has it, too: the bar stays when the currency changes.
    var needsNextButton: Bool { keyboard == .asciiCapableNumberPad || keyboard == .numbersAndPunctuation }
}

extension UITextField {
    /// Sets what the system does with what is typed.
    func setTraits(_ input: FieldInput) {
        autocapitalizationType = input.capitalization
        autocorrectionType = input.correction
        smartQuotesType = input.isLiteral ? .no : .default
        smartDashesType = input.isLiteral ? .no : .default
        smartInsertDeleteType = input.isLiteral ? .no : .default
        isSecureTextEntry = input.isSecure
    }
}

extension UIToolbar {
    /// Creates the bar above a keyboard of digits, which has no return key.
    static func next(_ title: String, goOn: @escaping () -> Void) -> UIToolbar {
        let bar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        bar.autoresizingMask = .flexibleWidth
        bar.items = [.flexibleSpace(), UIBarButtonItem(title, perform: goOn)]
        return bar
    }
}
