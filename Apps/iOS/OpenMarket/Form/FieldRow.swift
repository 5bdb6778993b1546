import MarketModels
import UIKit

/// A row of the form: a label, a control, and what is to say about it.
@MainActor
protocol FieldRow: UIView {
    var field: ListingField { get }
    /// The text field or text view that becomes first responder; nil if the field isn't typed.
    var textInput: UIView? { get }
    /// Shows the content of the form.
    func render()
}
