import MarketModels
import UIKit

/// A field of a report: its caption, its control, and what is to say about it.
final class ReportRow: StackView {
    let field: ReportField
    let control: UIView

    private let notes: FieldNotes

    init(_ field: ReportField, caption: String, control: UIView, hint: String? = nil) {
        self.field = field
        self.control = control
        notes = FieldNotes(hint: hint)
        super.init([UILabel(caption: caption), control, notes], spacing: 4)
        control.accessibilityLabel = caption
        control.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
    }

    func show(problem: String?) {
        notes.render(problem: problem, count: nil)
        control.accessibilityHint = problem
    }
}
