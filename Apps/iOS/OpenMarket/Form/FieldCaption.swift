import MarketModels
import MarketTexts
import UIKit

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
