import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// One of the user's own listings: the texts of its row, its state, and the buttons that change it.
final class MyListingCell: CollectionViewCell {
    private static let side = 96.0

    private let thumbnail = ThumbnailView()
    private let texts = MyListingTextsView()
    private let actions = ListingActionsView()
    private lazy var columns = ThumbnailColumns(
        thumbnail,
        side: Self.side,
        StackView([texts, actions], spacing: 8)
    )
    private var observation: ModelObservation?

    override init(frame: CGRect) {
        super.init(frame: frame)
        columns.fill(contentView)
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        observation = nil
        thumbnail.clear()
    }

    /// - Parameters:
    ///   - copy: begins a new listing that says the same.
    ///   - perform: performs an action on the listing.
    func show(
        _ listing: MyListing,
        of model: MyListingsModel,
        session: MarketSession,
        copy: @escaping (DetailedProduct) -> Void,
        perform: @escaping (SellerAction, ListingStateModel) -> Void
    ) {
        // The buttons need the width when the type is large.
        columns.axis = traitCollection.preferredContentSizeCategory.isAccessibilityCategory ? .vertical : .horizontal
        switch listing.status {
        case .loading: showText(nil)
        case .concealed: showText(session.texts.interface[.goneAdvice])
        case .failed(let error): showText(ProblemTexts(language: session.dependencies.language).sentence(for: error))
        case .loaded(let state):
            // The state shows each tap at once.
            observation = ModelObservation { [weak self] in
                guard let self else { return }
                let row = model.row(of: state)
                thumbnail.isHidden = false
                thumbnail.show(
                    row.thumbnail,
                    from: session.images,
                    filling: PixelSize(filling: Self.side, traitCollection)
                )
                texts.show(row, state)
                actions.show(
                    state,
                    moreLabel: session.texts.interface[.more(for: row.name)],
                    copyTitle: session.texts.interface[.copyAsNew],
                    copy: { copy(state.product) },
                    perform: { perform($0, state) }
                )
            }
        }
    }

    private func showText(_ text: String?) {
        observation = nil
        thumbnail.clear()
        thumbnail.isHidden = text != nil
        texts.show(text)
        actions.isHidden = true
    }
}

/// The texts of one's own listing: name, price, state with its day, and what became of the last tap.
///
/// It is one element for VoiceOver, which opens the product.
final class MyListingTextsView: StackView {
    private let nameLabel = UILabel(.body)
    private let priceLabel = UILabel(.headline)
    private let stateLabel = UILabel(.subheadline, .secondaryLabel)
    private let messageLabel = UILabel(.footnote, .secondaryLabel)

    init() {
        super.init([nameLabel, priceLabel, stateLabel, messageLabel], spacing: 4)
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    func show(_ row: ProductRow, _ listing: ListingStateModel) {
        let state = [listing.badge, listing.stateDay].compactMap(\.self).joined(separator: " · ")
        nameLabel.show(row.name)
        priceLabel.show(row.price)
        stateLabel.show(state)
        let isFailure = if case .failed = listing.step { true } else { false }
        messageLabel.textColor = isFailure ? .systemRed : .secondaryLabel
        if messageLabel.text != listing.message, let message = listing.message {
            UIAccessibility.post(notification: .announcement, argument: message)
        }
        messageLabel.show(listing.message)
        accessibilityLabel = [row.name, row.price, state, listing.message].compactMap(\.self).joined(separator: ", ")
    }

    /// Shows a sentence in place of a product that isn't loaded.
    func show(_ sentence: String?) {
        for label in [nameLabel, priceLabel, messageLabel] { label.show(nil) }
        stateLabel.show(sentence ?? "…")
        accessibilityLabel = sentence
    }
}
