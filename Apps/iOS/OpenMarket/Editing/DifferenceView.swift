import MarketTexts
import MarketViewModels
import UIKit

/// The two values of a field that was changed on both sides, each with its button.
final class DifferenceView: StackView {
    /// The title of a button and what it does.
    typealias Choice = (title: String, perform: () -> Void)

    init(_ difference: EditConflict.Difference, session: MarketSession, keepMine: Choice, takeTheirs: Choice) {
        super.init(frame: .zero)
        let interface = session.texts.interface
        axis = .vertical
        spacing = 8
        let title = UILabel(.headline)
        title.text = interface.label(of: difference.field)
        title.accessibilityTraits = .header
        addArrangedSubview(title)
        let choices = FieldChoices(
            difference.field,
            language: session.texts.language,
            categories: session.dependencies.categories
        )
        let mine = choices?.title(of: difference.mine) ?? difference.mine
        let theirs = choices?.title(of: difference.theirs) ?? difference.theirs
        addArrangedSubview(version(interface[.yours], mine, keepMine))
        addArrangedSubview(version(interface[.nowThere], theirs, takeTheirs))
    }

    private func version(_ caption: String, _ value: String, _ choice: Choice) -> UIView {
        let label = UILabel(.body)
        label.text = "\(caption): \(value)"
        var configuration = UIButton.Configuration.tinted()
        configuration.title = choice.title
        let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in choice.perform() })
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        let stack = UIStackView(arrangedSubviews: [label, button])
        stack.axis = .vertical
        stack.spacing = 4
        return stack
    }
}
