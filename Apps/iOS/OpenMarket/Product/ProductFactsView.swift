import MarketViewModels
import UIKit

/// What is known about a product: name, price, stock, state, when it was listed, and the description.
final class ProductFactsView: StackView {
    private let nameLabel = UILabel(.title2)
    private let struckPriceLabel = UILabel(.subheadline, .secondaryLabel)
    private let priceLabel = UILabel(.title1)
    private let reducedLabel = UILabel(.footnote, .secondaryLabel)
    private let stockLabel = UILabel(.subheadline, .secondaryLabel)
    private let stateLabel = UILabel(.subheadline, .secondaryLabel)
    private let attributesLabel = UILabel(.subheadline, .secondaryLabel)
    private let listedLabel = UILabel(.footnote, .secondaryLabel)
    private let descriptionLabel = UILabel(.body)

    init() {
        super.init(
            [
                nameLabel, struckPriceLabel, priceLabel, reducedLabel, stockLabel, stateLabel, attributesLabel,
                listedLabel, descriptionLabel,
            ],
            spacing: 8
        )
        nameLabel.accessibilityTraits = .header
        setCustomSpacing(24, after: listedLabel)
    }

    func show(_ product: ProductViewData?) {
        isHidden = product == nil
        guard let product else { return }
        nameLabel.show(product.row.name)
        priceLabel.show(product.row.price)
        reducedLabel.show(product.row.reduced)
        stockLabel.show(product.row.stock)
        stockLabel.textColor = product.row.isSoldOut ? .systemRed : .secondaryLabel
        stateLabel.show(Self.line([product.row.badge, product.stateDay]))
        attributesLabel.show(Self.line(product.attributes))
        listedLabel.show(product.listed)
        descriptionLabel.show(product.description)
        struckPriceLabel.show(struck: product.row.struckPrice)
    }

    private static func line(_ parts: [String?]) -> String? {
        let given = parts.compactMap(\.self)
        return given.isEmpty ? nil : given.joined(separator: " · ")
    }
}
