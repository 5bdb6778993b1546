import MarketModels
import MarketTexts
import UIKit

/// The line below a field: what is wrong with it or else a hint, and how much of its length is used.
final class FieldNotes: StackView {
    private let message = UILabel(.footnote)
    private let counter = UILabel(.footnote, .secondaryLabel, lines: 1)
    /// What shows if nothing is wrong, from the next rendering on.
    var hint: String?

    init(hint: String?) {
        self.hint = hint
        super.init([message, counter], axis: .horizontal, spacing: 8)
        alignment = .firstBaseline
        counter.setContentHuggingPriority(.required, for: .horizontal)
        counter.setContentCompressionResistancePriority(.required, for: .horizontal)
        render(problem: nil, count: nil)
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

/// The label above a field. It isn't read by VoiceOver, because the control has the same label.
final class FieldCaption: UILabel {
    init(_ text: String) {
        super.init(frame: .zero)
        self.text = text
        font = .preferredFont(forTextStyle: .subheadline)
        adjustsFontForContentSizeCategory = true
        textColor = .secondaryLabel
        numberOfLines = 0
        isAccessibilityElement = false
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The form has no storyboard.")
    }
}

extension InterfaceTexts {
    /// Returns the name of a field, with the remark that a typed one is optional. Choices have one for none.
    func caption(of field: ListingField) -> String {
        let isTyped = FieldTexts(field, language).choices.isEmpty && field != .category
        return field.isOptional && isTyped ? "\(label(of: field)) (\(self[.optional]))" : label(of: field)
    }
}
