import MarketViewModels
import UIKit

/// The texts of one's own listing: name, price, state with its day, and what became of the last tap.
///
/// It is one element for VoiceOver, which opens the product.
final class MyListingTextsView: UIStackView {
    private let nameLabel = UILabel()
    private let priceLabel = UILabel()
    private let stateLabel = UILabel()
    private let messageLabel = UILabel()

    init() {
        super.init(frame: .zero)
        axis = .vertical
        spacing = 4
        configure(nameLabel, .body, .label)
        configure(priceLabel, .headline, .label)
        configure(stateLabel, .subheadline, .secondaryLabel)
        configure(messageLabel, .footnote, .secondaryLabel)
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    @available(*, unavailable)
    required init(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    private func configure(_ label: UILabel, _ style: UIFont.TextStyle, _ color: UIColor) {
        label.font = .preferredFont(forTextStyle: style)
        label.adjustsFontForContentSizeCategory = true
        label.textColor = color
        label.numberOfLines = 0
        addArrangedSubview(label)
    }

    func show(_ row: ProductRow, _ listing: ListingStateModel) {
        let state = [listing.badge, listing.stateDay].compactMap(\.self).joined(separator: " · ")
        set(nameLabel, row.name)
        set(priceLabel, row.price)
        set(stateLabel, state)
        let isFailure = if case .failed = listing.step { true } else { false }
        messageLabel.textColor = isFailure ? .systemRed : .secondaryLabel
        if messageLabel.text != listing.message, let message = listing.message {
            UIAccessibility.post(notification: .announcement, argument: message)
        }
        set(messageLabel, listing.message)
        accessibilityLabel = [row.name, row.price, state, listing.message].compactMap(\.self).joined(separator: ", ")
    }

    /// Shows a sentence in place of a product that isn't loaded.
    func show(_ sentence: String?) {
        for label in [nameLabel, priceLabel, messageLabel] { set(label, nil) }
        set(stateLabel, sentence ?? "…")
        accessibilityLabel = sentence
    }

    private func set(_ label: UILabel, _ text: String?) {
        label.text = text
        label.isHidden = text == nil
    }
}
