import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A field of one line.
final class TextFieldRow: StackView, FieldRow {
    let field: ListingField
    let textField = UITextField.rounded()
    var textInput: UIView? { textField }

    private let form: any ListingForm
    private let notes: FieldNotes
    private let interface: InterfaceTexts
    private let goOn: (ListingField) -> Void

    /// - Parameter goOn: goes on to the next field, when return or Next is tapped.
    init(
        _ field: ListingField,
        of form: any ListingForm,
        interface: InterfaceTexts,
        goOn: @escaping (ListingField) -> Void
    ) {
        let texts = FieldTexts(field, interface.language)
        self.field = field
        self.form = form
        self.interface = interface
        self.goOn = goOn
        notes = FieldNotes(hint: texts.hint)
        super.init([UILabel(caption: interface.caption(of: field)), textField, notes], spacing: 4)
        textField.placeholder = texts.placeholder
        textField.accessibilityLabel = interface.caption(of: field)
        textField.returnKeyType = .next
        addInputBehavior()
        listen()
        render()
    }

    private func addInputBehavior() {
        let input = FieldInput(field, currency: .krw)
        textField.setTraits(input)
        textField.textContentType = input.contentType
        if input.needsNextButton {
            textField.inputAccessoryView = UIToolbar.next(interface[.next]) { [weak self] in self?.goOnToNext() }
        }
        if input.isSecure { textField.addRevealButton(label: interface.sentence(.showPassword)) }
    }

    private func listen() {
        textField.on(.editingChanged) { [weak self] in self?.takeText() }
        textField.on(.editingDidEnd) { [weak self] in
            guard let self else { return }
            takeText()
            form.endEditing(field)
            render()
        }
        // Return, also of a keyboard with keys. A return that ends a composed syllable doesn't arrive here.
        textField.on(.editingDidEndOnExit) { [weak self] in self?.goOnToNext() }
    }

    private func takeText() {
        form.setText(textField.text ?? "", for: field)
    }

    private func goOnToNext() {
        goOn(field)
    }

    func render() {
        let text = form.typed[field]
        // What is being composed isn't replaced: it is in the form already.
        if textField.text != text, textField.markedTextRange == nil { textField.text = text }
        textField.isEnabled = form.isWriting
        textField.textColor = form.isOwnValue(field) ? .label : .secondaryLabel
        let keyboard = FieldInput(field, currency: Currency(rawValue: form.typed[.currency]) ?? .krw).keyboard
        if textField.keyboardType != keyboard {
            textField.keyboardType = keyboard
            textField.reloadInputViews()
        }
        let problem = form.problem(for: field)
        notes.render(problem: problem, count: form.characterCount(of: field))
        textField.accessibilityHint = problem ?? FieldTexts(field, interface.language).hint
    }
}
