import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A field with a menu of choices.
final class ChoiceRow: StackView, FieldRow {
    let field: ListingField
    let button = UIButton.popup()
    var textInput: UIView? { nil }

    private let form: any ListingForm
    private let choices: FieldChoices
    private let interface: InterfaceTexts
    private let notes = FieldNotes(hint: nil)

    init(_ field: ListingField, _ choices: FieldChoices, of form: any ListingForm, interface: InterfaceTexts) {
        self.field = field
        self.choices = choices
        self.form = form
        self.interface = interface
        super.init([UILabel(caption: interface.caption(of: field)), button, notes], spacing: 4)
        button.accessibilityLabel = interface.caption(of: field)
        render()
    }

    func render() {
        let value = form.typed[field]
        let failure = choices.failure(interface.language)
        button.configuration?.title = choices.title(of: value)
        button.configuration?.baseForegroundColor = form.isOwnValue(field) ? .label : .secondaryLabel
        button.accessibilityValue = choices.title(of: value)
        button.isEnabled = form.isWriting
        let actions = choices.choices.map { action(for: $0, isOn: $0.value == value) }
        button.menu = UIMenu(children: failure == nil ? actions : actions + [retryAction])
        notes.render(problem: form.problem(for: field) ?? failure, count: nil)
    }

    private func action(for choice: FieldChoices.Choice, isOn: Bool) -> UIAction {
        UIAction(title: choice.title, state: isOn ? .on : .off) { [weak self] _ in
            guard let self else { return }
            form.setText(choice.value, for: field)
            form.endEditing(field)
            render()
        }
    }

    private var retryAction: UIAction {
        UIAction(title: interface[.tryAgain], image: UIImage(systemName: "arrow.clockwise")) { [choices] _ in
            Task { await choices.load() }
        }
    }
}
