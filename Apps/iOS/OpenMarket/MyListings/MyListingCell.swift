import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// One of the user's own listings: the texts of its row, its state, and the buttons that change it.
final class MyListingCell: UICollectionViewCell {
    private static let side = 96.0

    private let thumbnail = ThumbnailView()
    private let texts = MyListingTextsView()
    private let actions = ListingActionsView()
    private let columns = UIStackView()
    private var observation: ModelObservation?

    override init(frame: CGRect) {
        super.init(frame: frame)
        let side = UIStackView(arrangedSubviews: [texts, actions])
        side.axis = .vertical
        side.spacing = 8
        columns.addArrangedSubview(thumbnail)
        columns.addArrangedSubview(side)
        columns.spacing = 12
        columns.alignment = .top
        columns.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(columns)
        NSLayoutConstraint.activate([
            thumbnail.widthAnchor.constraint(equalToConstant: Self.side),
            thumbnail.heightAnchor.constraint(equalToConstant: Self.side),
            columns.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
            columns.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -12),
            columns.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
            columns.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
        ])
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
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
                let pixels = Int(Self.side * traitCollection.displayScale)
                thumbnail.isHidden = false
                thumbnail.show(
                    row.thumbnail,
                    from: session.images,
                    filling: PixelSize(width: pixels, height: pixels, mode: .fill)
                )
                texts.show(row, state)
                let copyAction = UIAction(title: session.texts.interface[.copyAsNew]) { _ in copy(state.product) }
                actions.show(state, moreLabel: session.texts.interface.more(for: row.name), copy: copyAction) {
                    perform($0, state)
                }
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
