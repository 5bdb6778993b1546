import MarketViewModels
import UIKit

/// The texts of a product's cell: name, price, stock and age.
final class ProductCellTexts: StackView {
    private let nameLabel = UILabel(.body)
    private let priceLabel = UILabel(.headline)
    private let struckPriceLabel = UILabel(.footnote, .secondaryLabel)
    private let stockLabel = UILabel(.footnote)
    private let detailsLabel = UILabel(.footnote, .secondaryLabel)

    init() {
        super.init([nameLabel, struckPriceLabel, priceLabel, stockLabel, detailsLabel], spacing: 4)
    }

    func show(_ row: ProductRow, isCard: Bool) {
        let isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
        nameLabel.text = row.name
        nameLabel.numberOfLines = isLarge ? 0 : 2
        priceLabel.text = row.price
        struckPriceLabel.show(struck: row.struckPrice)
        stockLabel.text = [row.badge, row.stock].compactMap(\.self).joined(separator: " · ")
        stockLabel.textColor = row.isSoldOut ? .systemRed : .secondaryLabel
        detailsLabel.text = [row.details, row.age].compactMap(\.self).joined(separator: " · ")
        detailsLabel.isHidden = isCard
    }
}
