import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A condition that is typed: a place, or an end of the range of prices.
final class FilterTextRow: StackView, FilterRow {
    let parameter: AttributeFilter.Parameter
    let textField = UITextField.rounded()

    private let content: FilterContent
    private let language: Language
    private let notes = FieldNotes(hint: nil)

    init(_ parameter: AttributeFilter.Parameter, title: String, of content: FilterContent, language: Language) {
        self.parameter = parameter
        self.content = content
        self.language = language
        super.init([UILabel(caption: title), textField, notes], spacing: 4)
        textField.accessibilityLabel = title
        textField.autocorrectionType = .no
        textField.returnKeyType = .done
        listen()
    }

    private func listen() {
        textField.on(.editingChanged) { [weak self] in
            guard let self else { return }
            content.form[parameter] = textField.text ?? ""
        }
        textField.on(.editingDidEndOnExit) { [weak self] in self?.textField.resignFirstResponder() }
        guard parameter != .place else { return }
        textField.inputAccessoryView = UIToolbar.next(InterfaceTexts(language: language)[.okay]) { [weak self] in
            self?.textField.resignFirstResponder()
        }
    }

    func render() {
        let text = content.form[parameter]
        // What is being composed isn't replaced: it is in the form already.
        if textField.text != text, textField.markedTextRange == nil { textField.text = text }
        setKeyboard()
        let problem = content.wasTried ? content.form.problem(with: parameter, in: language) : nil
        notes.render(problem: problem, count: nil)
        textField.accessibilityHint = problem
    }

    private func setKeyboard() {
        guard parameter != .place else { return }
        let currency = Currency(rawValue: content.form[.priceCurrency]) ?? .krw
        let keyboard = FieldInput(.price, currency: currency).keyboard
        guard textField.keyboardType != keyboard else { return }
        textField.keyboardType = keyboard
        textField.reloadInputViews()
    }
}
