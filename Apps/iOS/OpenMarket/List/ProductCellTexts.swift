import MarketViewModels
import UIKit

/// The texts of a product's cell: what it is, what it costs, whether it can be had, and where. A row also says since when.
final class ProductCellTexts: StackView {
    private let nameLabel = UILabel(.body)
    private let priceLabel = UILabel(.headline)
    private let struckPriceLabel = UILabel(.footnote, .secondaryLabel)
    private let reducedLabel = UILabel(.footnote, .secondaryLabel)
    private let stockLabel = UILabel(.footnote)
    private let detailsLabel = UILabel(.footnote, .secondaryLabel)

    init() {
        super.init([nameLabel, struckPriceLabel, priceLabel, reducedLabel, stockLabel, detailsLabel], spacing: 4)
    }

    func show(_ row: ProductRow, isCard: Bool) {
        let isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
        nameLabel.text = row.name
        nameLabel.numberOfLines = isLarge ? 0 : 2
        priceLabel.text = row.price
        struckPriceLabel.show(struck: row.struckPrice)
        reducedLabel.show(row.reduced)
        stockLabel.text = [row.badge, row.stock].compactMap(\.self).joined(separator: " · ")
        stockLabel.textColor = row.isSoldOut ? .systemRed : .secondaryLabel
        // On a narrow card, what somebody compares comes first: condition and place, not the age.
        detailsLabel.show(isCard ? row.details : [row.details, row.age].compactMap(\.self).joined(separator: " · "))
    }
}
