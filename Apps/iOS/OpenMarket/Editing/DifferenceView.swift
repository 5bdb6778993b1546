import MarketTexts
import MarketViewModels
import UIKit

/// The two values of a field that was changed on both sides, each with its button.
final class DifferenceView: StackView {
    /// The title of a button and what it does.
    typealias Choice = (title: String, perform: () -> Void)

    init(_ difference: EditConflict.Difference, session: MarketSession, keepMine: Choice, takeTheirs: Choice) {
        super.init(spacing: 8)
        let interface = session.texts.interface
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
        let button = UIButton(choice.title, perform: choice.perform)
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        return StackView([label, button], spacing: 4)
    }
}
