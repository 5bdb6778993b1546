public import MarketAPI
public import MarketModels

/// What this app has changed in the market, for the screens that show it.
public enum ProductChange: Hashable, Sendable {
    case listed(DetailedProduct)
    case edited(DetailedProduct)
    case deleted(Product.ID)
}
