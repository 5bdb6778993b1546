import MarketClient
import MarketTexts
import MarketViewModels
import UIKit

/// A product as a row of the list or as a card of the grid.
final class ProductCell: CollectionViewCell {
    let picture = ThumbnailView()
    private let texts = ProductCellTexts()
    private let stack = UIStackView()
    private let heart = UIImageView(image: UIImage(systemName: "heart.fill"))
    private let arrow = UIImageView(image: UIImage(systemName: "chevron.forward"))
    private lazy var rowWidth = picture.widthAnchor.constraint(equalToConstant: ListPictureSize.row)

    override init(frame: CGRect) {
        super.init(frame: frame)
        arrow.tintColor = .tertiaryLabel
        arrow.setContentHuggingPriority(.required, for: .horizontal)
        for view in [picture, texts, arrow] { stack.addArrangedSubview(view) }
        stack.spacing = 12
        heart.tintColor = .systemRed
        heart.translatesAutoresizingMaskIntoConstraints = false
        stack.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(stack)
        contentView.addSubview(heart)
        NSLayoutConstraint.activate([
            heart.topAnchor.constraint(equalTo: picture.topAnchor, constant: 6),
            heart.trailingAnchor.constraint(equalTo: picture.trailingAnchor, constant: -6),
            picture.heightAnchor.constraint(equalTo: picture.widthAnchor),
            stack.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
            stack.bottomAnchor.constraint(lessThanOrEqualTo: contentView.bottomAnchor, constant: -12),
            stack.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
            stack.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
        ])
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
        arrange(as: layout)
        texts.show(row, isCard: layout == .grid)
        picture.show(row.thumbnail, from: images, filling: size)
        heart.isHidden = !isFavorite
        accessibilityLabel = row.accessibilityLabel
        accessibilityCustomActions = [favorite]
    }

    /// Large texts are below the picture in rows, too, so that they have the whole width.
    private func arrange(as layout: ListLayout) {
        let isRow = layout == .list && !traitCollection.preferredContentSizeCategory.isAccessibilityCategory
        stack.axis = isRow ? .horizontal : .vertical
        stack.alignment = isRow ? .center : .fill
        rowWidth.isActive = isRow
        arrow.isHidden = !isRow
    }
}
