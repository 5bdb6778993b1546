import MarketViewModels
import UIKit

/// What is known about a product: name, price, stock, state, when it was listed, and the description.
final class ProductFactsView: StackView {
    private let nameLabel = UILabel()
    private let struckPriceLabel = UILabel()
    private let priceLabel = UILabel()
    private let reducedLabel = UILabel()
    private let stockLabel = UILabel()
    private let stateLabel = UILabel()
    private let attributesLabel = UILabel()
    private let listedLabel = UILabel()
    private let descriptionLabel = UILabel()

    init(_ texts: ScreenTexts) {
        super.init(frame: .zero)
        axis = .vertical
        spacing = 8
        let styles: [(label: UILabel, style: UIFont.TextStyle, color: UIColor)] = [
            (nameLabel, .title2, .label), (struckPriceLabel, .subheadline, .secondaryLabel),
            (priceLabel, .title1, .label),
            (reducedLabel, .footnote, .secondaryLabel), (stockLabel, .subheadline, .secondaryLabel),
            (stateLabel, .subheadline, .secondaryLabel), (attributesLabel, .subheadline, .secondaryLabel),
            (listedLabel, .footnote, .secondaryLabel), (descriptionLabel, .body, .label),
        ]
        for (label, style, color) in styles {
            label.font = .preferredFont(forTextStyle: style)
            label.adjustsFontForContentSizeCategory = true
            label.textColor = color
            label.numberOfLines = 0
            addArrangedSubview(label)
        }
        nameLabel.accessibilityTraits = .header
        setCustomSpacing(24, after: listedLabel)
    }

    func show(_ product: ProductViewData?) {
        isHidden = product == nil
        guard let product else { return }
        set(nameLabel, product.name)
        set(priceLabel, product.price)
        set(reducedLabel, product.reduced)
        set(stockLabel, product.stock)
        stockLabel.textColor = product.isSoldOut ? .systemRed : .secondaryLabel
        set(stateLabel, Self.line([product.badge, product.stateDay]))
        set(attributesLabel, Self.line(product.attributes))
        set(listedLabel, product.listed)
        set(descriptionLabel, product.description)
        set(struckPriceLabel, product.struckPrice)
        struckPriceLabel.attributedText = product.struckPrice.map {
            NSAttributedString(string: $0, attributes: [.strikethroughStyle: NSUnderlineStyle.single.rawValue])
        }
    }

    private func set(_ label: UILabel, _ text: String?) {
        label.text = text
        label.isHidden = text == nil
    }

    private static func line(_ parts: [String?]) -> String? {
        let given = parts.compactMap(\.self)
        return given.isEmpty ? nil : given.joined(separator: " · ")
    }
}
