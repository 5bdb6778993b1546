public import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts

/// The view data of a favorite: texts ready to be displayed.
public struct FavoriteRow: Hashable, Sendable, Identifiable {
    /// The product as it is now, or as it was saved if that isn't known or it was deleted.
    public let product: ListedProduct
    /// What has become of it.
    public let status: FavoriteStatus
    /// The texts of ``product``.
    public let row: ProductRow
    /// A sentence about ``status``: `찜했을 때보다 5,000원 싸졌어요`; nil if there is nothing to say.
    public let note: String?
    /// The accessibility label of the row, with all its texts.
    public let accessibilityLabel: String

    /// The product's identifier.
    public var id: Product.ID { product.id }
    /// Whether the product was deleted, so that it can't be opened any more.
    public var isGone: Bool { status == .gone }

    init(_ product: ListedProduct, _ status: FavoriteStatus, language: Language, now: Timestamp) {
        self.product = product
        self.status = status
        row = ProductRow(product, language: language, now: now)
        let texts = AppTexts(language: language)
        let interface = InterfaceTexts(language: language)
        let productTexts = ProductTexts(language: language)
        note =
            switch status {
            case .loading, .unchanged: nil
            case .cheaper(let amount): interface[.cheaper(by: productTexts.price(amount))]
            case .dearer(let amount): interface[.dearer(by: productTexts.price(amount))]
            case .otherCurrency: texts[.favoriteInOtherCurrency]
            case .soldOut: row.stock
            case .gone: ErrorTexts(language: language)[.deletedProduct]
            case .failed: texts[.favoriteUnknown]
            }
        // The stock is part of the row's label already, and the price of a deleted product says nothing.
        switch status {
        case .soldOut: accessibilityLabel = row.accessibilityLabel
        case .gone: accessibilityLabel = [row.name, note].compactMap(\.self).joined(separator: ", ")
        default: accessibilityLabel = [row.accessibilityLabel, note].compactMap(\.self).joined(separator: ", ")
        }
    }
}

/// What has become of a favorite since it was saved.
public enum FavoriteStatus: Hashable, Sendable {
    /// The product is being loaded.
    case loading
    /// The product is in stock at the same price.
    case unchanged
    /// The sale price is lower by this amount.
    case cheaper(Money)
    /// The sale price is higher by this amount.
    case dearer(Money)
    /// The price is in another currency now.
    case otherCurrency
    /// The product is sold out, whatever its price.
    case soldOut
    /// The product was deleted.
    case gone
    /// The product failed to load.
    case failed(MarketClientError)

    init(from before: Pricing, to now: Pricing, stock: Int64) {
        guard stock > 0 else {
            self = .soldOut
            return
        }
        guard before.currency == now.currency else {
            self = .otherCurrency
            return
        }
        let difference = now.salePrice.minorUnits - before.salePrice.minorUnits
        let amount = Money(minorUnits: abs(difference), currency: now.currency)
        self = difference == 0 ? .unchanged : difference < 0 ? .cheaper(amount) : .dearer(amount)
    }
}
