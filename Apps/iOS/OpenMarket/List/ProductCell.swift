import MarketClient
import MarketTexts
import MarketViewModels
import UIKit

/// A product as a row of the list or as a card of the grid.
final class ProductCell: CollectionViewCell {
    let picture = ThumbnailView()
    private let texts = ProductCellTexts()
    private lazy var stack = ListCellStack(picture, [texts, arrow])
    private let heart = UIImageView(image: UIImage(systemName: "heart.fill"))
    private let arrow = UIImageView(image: UIImage(systemName: "chevron.forward"))

    override init(frame: CGRect) {
        super.init(frame: frame)
        arrow.tintColor = .tertiaryLabel
        arrow.setContentHuggingPriority(.required, for: .horizontal)
        heart.tintColor = .systemRed
        stack.fill(contentView)
        contentView.add(heart) {
            heart.topAnchor.constraint(equalTo: picture.topAnchor, constant: 6)
            heart.trailingAnchor.constraint(equalTo: picture.trailingAnchor, constant: -6)
        }
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        picture.clear()
    }

    /// - Parameters:
    ///   - isFavorite: whether the picture has a heart.
    ///   - favorite: the action that adds the product to the favorites or removes it.
    func show(
        _ row: ProductRow,
        as layout: ListLayout,
        filling size: PixelSize,
        from images: ImageLoader<ImageIODecoder>,
        isFavorite: Bool,
        favorite: UIAccessibilityCustomAction
    ) {
        arrow.isHidden = !stack.arrange(as: layout, traitCollection)
        texts.show(row, isCard: layout == .grid)
        picture.show(row.thumbnail, from: images, filling: size)
        heart.isHidden = !isFavorite
        accessibilityLabel = row.accessibilityLabel
        accessibilityCustomActions = [favorite]
    }

}

/// The picture of a product and what is beside it in a row, and below it in a card.
final class ListCellStack: StackView {
    private let rowWidth: NSLayoutConstraint

    init(_ picture: UIView, _ others: [UIView]) {
        rowWidth = picture.widthAnchor.constraint(equalToConstant: ListPictureSize.row)
        super.init([picture] + others, spacing: 12)
        picture.heightAnchor.constraint(equalTo: picture.widthAnchor).isActive = true
    }

    func fill(_ contentView: UIView) {
        contentView.add(self) {
            topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12)
            bottomAnchor.constraint(lessThanOrEqualTo: contentView.bottomAnchor, constant: -12)
            leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16)
            trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16)
        }
    }

    /// Large texts are below the picture in rows, too, so that they have the whole width.
    ///
    /// - Returns: whether it is arranged as a row.
    @discardableResult
    func arrange(as layout: ListLayout, _ traits: UITraitCollection) -> Bool {
        let isRow = layout == .list && !traits.preferredContentSizeCategory.isAccessibilityCategory
        axis = isRow ? .horizontal : .vertical
        alignment = isRow ? .center : .fill
        rowWidth.isActive = isRow
        return isRow
    }
}
