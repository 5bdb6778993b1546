import MarketModels
import MarketViewModels
import UIKit

/// A condition with a menu of choices.
final class FilterChoiceRow: StackView, FilterRow {
    let parameter: AttributeFilter.Parameter

    private let content: FilterContent
    private let choices: () -> [FieldChoices.Choice]
    private let button = UIButton.popup()

    /// - Parameter choices: returns the choices by the texts in addresses, which may change while they are loaded.
    init(
        _ parameter: AttributeFilter.Parameter,
        title: String,
        of content: FilterContent,
        choices: @escaping () -> [FieldChoices.Choice]
    ) {
        self.parameter = parameter
        self.content = content
        self.choices = choices
        super.init([UILabel(caption: title), button], spacing: 4)
        button.accessibilityLabel = title
    }

    func render() {
        let (value, choices) = (content.form[parameter], choices())
        // A value that is no choice here, such as another market's currency, stands for itself.
        let title = choices.first { $0.value == value }?.title ?? value
        button.configuration?.title = title
        button.accessibilityValue = title
        button.menu = UIMenu(
            children: choices.map { choice in
                UIAction(title: choice.title, state: choice.value == value ? .on : .off) { [content, parameter] _ in
                    content.form[parameter] = choice.value
                }
            }
        )
    }
}
