import MarketViewModels
import UIKit

/// The texts of a product's cell: name, price, stock and age.
final class ProductCellTexts: StackView {
    private let nameLabel = UILabel()
    private let priceLabel = UILabel()
    private let struckPriceLabel = UILabel()
    private let stockLabel = UILabel()
    private let detailsLabel = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        axis = .vertical
        spacing = 4
        for label in [nameLabel, struckPriceLabel, priceLabel, stockLabel, detailsLabel] {
            label.adjustsFontForContentSizeCategory = true
            label.numberOfLines = 0
            addArrangedSubview(label)
        }
        nameLabel.font = .preferredFont(forTextStyle: .body)
        priceLabel.font = .preferredFont(forTextStyle: .headline)
        stockLabel.font = .preferredFont(forTextStyle: .footnote)
        detailsLabel.font = .preferredFont(forTextStyle: .footnote)
        detailsLabel.textColor = .secondaryLabel
    }

    func show(_ row: ProductRow, isCard: Bool) {
        let isLarge = traitCollection.preferredContentSizeCategory.isAccessibilityCategory
        nameLabel.text = row.name
        nameLabel.numberOfLines = isLarge ? 0 : 2
        priceLabel.text = row.price
        struckPriceLabel.attributedText = row.struckPrice.map(Self.struck)
        struckPriceLabel.isHidden = row.struckPrice == nil
        stockLabel.text = [row.badge, row.stock].compactMap(\.self).joined(separator: " · ")
        stockLabel.textColor = row.isSoldOut ? .systemRed : .secondaryLabel
        detailsLabel.text = [row.details, row.age].compactMap(\.self).joined(separator: " · ")
        detailsLabel.isHidden = isCard
    }

    private static func struck(_ price: String) -> NSAttributedString {
        NSAttributedString(
            string: price,
            attributes: [
                .font: UIFont.preferredFont(forTextStyle: .footnote),
                .foregroundColor: UIColor.secondaryLabel,
                .strikethroughStyle: NSUnderlineStyle.single.rawValue,
            ]
        )
    }
}
