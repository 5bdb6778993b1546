import MarketModels
import UIKit

/// How a field is typed: its keyboard, and what the system may do for it.
struct FieldInput {
    var keyboard = UIKeyboardType.default
    var contentType: UITextContentType?
    var capitalization = UITextAutocapitalizationType.sentences
    var correction = UITextAutocorrectionType.default
    var isSecure = false

    /// - Parameter currency: the currency of the form, whose decimals the keyboard for prices offers.
    init(_ field: ListingField, currency: Currency) {
        switch field {
        case .price, .discount:
            keyboard = currency.exponent > 0 ? .decimalPad : .numberPad
        case .stock:
            keyboard = .numberPad
        case .seller:
            contentType = .name
            capitalization = .words
            correction = .no
        case .contact:
            // A phone number, an address or a link: nothing that could be corrected.
            capitalization = .none
            correction = .no
        case .place:
            contentType = .sublocality
            correction = .no
        case .password:
            contentType = .newPassword
            capitalization = .none
            correction = .no
            isSecure = true
        default:
            if case .number = field.kind { keyboard = .numberPad }
        }
    }

    /// Whether the keyboard has digits only, so that it needs a bar with a button for the next field.
    var needsNextButton: Bool { keyboard == .numberPad || keyboard == .decimalPad }
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
