import MarketClient
import MarketViewModels
import UIKit

/// A product that is kept on this device: a favorite, or one that was viewed.
final class SavedProductCell: UICollectionViewListCell {
    private static let side = 72.0

    private let thumbnail = ThumbnailView()
    private let nameLabel = UILabel(.body)
    private let priceLabel = UILabel(.headline)
    private let stockLabel = UILabel(.subheadline, .secondaryLabel)
    private let noteLabel = UILabel(.footnote, .secondaryLabel)

    override init(frame: CGRect) {
        super.init(frame: frame)
        let texts = StackView([nameLabel, priceLabel, stockLabel, noteLabel], spacing: 4)
        ThumbnailColumns(thumbnail, side: Self.side, texts).fill(contentView)
        accessories = [.disclosureIndicator()]
        isAccessibilityElement = true
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        thumbnail.clear()
    }

    /// Shows a favorite and what has become of it.
    func show(_ favorite: FavoriteRow, from session: MarketSession) {
        show(favorite.row, from: session)
        // The stock says that it is sold out already.
        noteLabel.show(favorite.status == .soldOut ? nil : favorite.note)
        // The price of a deleted product says nothing.
        priceLabel.isHidden = favorite.isGone
        stockLabel.isHidden = favorite.isGone
        accessories = favorite.isGone ? [] : [.disclosureIndicator()]
        accessibilityTraits = favorite.isGone ? .staticText : .button
        accessibilityLabel = favorite.accessibilityLabel
    }

    /// Shows a product as it was viewed.
    func show(_ row: ProductRow, from session: MarketSession) {
        let size = PixelSize(filling: Self.side, traitCollection)
        thumbnail.show(row.thumbnail, from: session.images, filling: size)
        nameLabel.text = row.name
        priceLabel.text = row.price
        stockLabel.text = [row.badge, row.stock].compactMap(\.self).joined(separator: " · ")
        stockLabel.textColor = row.isSoldOut ? .systemRed : .secondaryLabel
        noteLabel.isHidden = true
        accessibilityTraits = .button
        accessibilityLabel = row.accessibilityLabel
    }
}
