public import MarketClient
public import MarketModels

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
