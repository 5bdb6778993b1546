import MarketModels
import MarketViewModels
import UIKit

/// A condition of yes or no.
final class FilterSwitchRow: StackView, FilterRow {
    let parameter: AttributeFilter.Parameter

    private let content: FilterContent
    private let control = UISwitch()

    init(_ parameter: AttributeFilter.Parameter, title: String, of content: FilterContent) {
        self.parameter = parameter
        self.content = content
        let label = UILabel(.body)
        label.text = title
        super.init([label, control], axis: .horizontal, spacing: 8)
        alignment = .center
        // The switch has the same label.
        label.isAccessibilityElement = false
        control.accessibilityLabel = title
        control.setContentHuggingPriority(.required, for: .horizontal)
        control.on(.valueChanged) { [weak self] in
            guard let self else { return }
            self.content.form.turn(parameter, on: control.isOn)
        }
    }

    func render() {
        let isOn = content.form.isOn(parameter)
        if control.isOn != isOn { control.isOn = isOn }
    }
}
