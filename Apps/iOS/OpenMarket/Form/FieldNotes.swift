import UIKit

/// The line below a field: what is wrong with it or else a hint, and how much of its length is used.
final class FieldNotes: UIStackView {
    private let message = UILabel()
    private let counter = UILabel()
    private let hint: String?

    init(hint: String?) {
        self.hint = hint
        super.init(frame: .zero)
        spacing = 8
        alignment = .firstBaseline
        message.numberOfLines = 0
        counter.textAlignment = .natural
        counter.textColor = .secondaryLabel
        for label in [message, counter] {
            label.font = .preferredFont(forTextStyle: .footnote)
            label.adjustsFontForContentSizeCategory = true
            addArrangedSubview(label)
        }
        counter.setContentHuggingPriority(.required, for: .horizontal)
        counter.setContentCompressionResistancePriority(.required, for: .horizontal)
        render(problem: nil, count: nil)
    }

    @available(*, unavailable)
    required init(coder: NSCoder) {
        fatalError("The form has no storyboard.")
    }

    func render(problem: String?, count: String?) {
        message.text = problem ?? hint
        message.textColor = problem == nil ? .secondaryLabel : .systemRed
        message.isHidden = message.text == nil
        counter.text = count
        counter.isHidden = count == nil
        isHidden = message.isHidden && counter.isHidden
    }
}
