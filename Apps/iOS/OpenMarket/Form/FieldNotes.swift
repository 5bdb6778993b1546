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
        message.show(problem ?? hint)
        message.textColor = problem == nil ? .secondaryLabel : .systemRed
        counter.show(count)
        isHidden = message.isHidden && counter.isHidden
    }
}

extension UILabel {
    /// Creates the label above a field. It isn't read by VoiceOver, because the control has the same label.
    convenience init(caption text: String) {
        self.init(.subheadline, .secondaryLabel)
        self.text = text
        isAccessibilityElement = false
    }
}

extension InterfaceTexts {
    /// Returns the name of a field, with the remark that a typed one is optional. Choices have one for none.
    func caption(of field: ListingField) -> String {
        let isTyped = FieldTexts(field, language).choices.isEmpty && field != .category
        return field.isOptional && isTyped ? "\(label(of: field)) (\(self[.optional]))" : label(of: field)
    }
}
