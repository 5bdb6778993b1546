import MarketModels
import UIKit

/// A row of the filter: a condition, and the control that chooses it.
@MainActor
protocol FilterRow: UIView {
    var parameter: AttributeFilter.Parameter { get }
    /// Shows the content of the filter.
    func render()
}
