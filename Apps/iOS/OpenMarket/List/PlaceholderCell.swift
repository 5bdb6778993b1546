import MarketViewModels
import UIKit

/// The room of a product that is being loaded, in the size of the rows or cards.
final class PlaceholderCell: CollectionViewCell {
    private let picture = UIView()
    private let line = UIView()
    private lazy var stack = ListCellStack(picture, [line])

    override init(frame: CGRect) {
        super.init(frame: frame)
        for view in [picture, line] {
            view.backgroundColor = .secondarySystemFill
            view.layer.cornerRadius = 8
        }
        line.heightAnchor.constraint(equalToConstant: 20).isActive = true
        stack.fill(contentView)
        isAccessibilityElement = false
        accessibilityElementsHidden = true
    }

    func show(as layout: ListLayout) {
        stack.arrange(as: layout, traitCollection)
    }
}
