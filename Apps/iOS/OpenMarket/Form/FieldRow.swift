import MarketModels
import UIKit

/// A row of the form: a label, a control, and what is to say about it.
@MainActor
protocol FieldRow: UIView {
    var field: ListingField { get }
    /// The text field or text view that becomes first responder; nil if the field isn't typed.
    var textInput: UIView? { get }
    /// What must be in view while the row is being typed in: the row, or in a long text the caret. In the coordinates of
    /// ``focusView``.
    var focus: CGRect { get }
    /// The view whose coordinates ``focus`` has.
    var focusView: UIView { get }
    /// Shows the content of the form.
    func render()
}

extension FieldRow {
    var focus: CGRect { bounds }
    var focusView: UIView { self }
}
