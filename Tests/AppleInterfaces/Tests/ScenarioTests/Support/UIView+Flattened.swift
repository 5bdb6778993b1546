import UIKit

extension UIView {
    /// All views in this view, also hidden ones, itself first.
    var flattened: [UIView] { [self] + subviews.flatMap(\.flattened) }
}
