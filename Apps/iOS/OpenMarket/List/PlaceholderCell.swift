import MarketViewModels
import UIKit

/// The room of a product that is being loaded, in the size of the rows or cards.
final class PlaceholderCell: CollectionViewCell {
    private let picture = UIView()
    private let line = UIView()
    private let stack = UIStackView()
    private lazy var rowWidth = picture.widthAnchor.constraint(equalToConstant: 96)

    override init(frame: CGRect) {
        super.init(frame: frame)
        for view in [picture, line] {
            view.backgroundColor = .secondarySystemFill
            view.layer.cornerRadius = 8
            stack.addArrangedSubview(view)
        }
        stack.spacing = 12
        stack.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(stack)
        NSLayoutConstraint.activate([
            picture.heightAnchor.constraint(equalTo: picture.widthAnchor),
            line.heightAnchor.constraint(equalToConstant: 20),
            stack.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
            stack.bottomAnchor.constraint(lessThanOrEqualTo: contentView.bottomAnchor, constant: -12),
            stack.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
            stack.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
        ])
        isAccessibilityElement = false
        accessibilityElementsHidden = true
    }

    func show(as layout: ListLayout) {
        let isRow = layout == .list && !traitCollection.preferredContentSizeCategory.isAccessibilityCategory
        stack.axis = isRow ? .horizontal : .vertical
        stack.alignment = isRow ? .center : .fill
        rowWidth.isActive = isRow
    }
}
