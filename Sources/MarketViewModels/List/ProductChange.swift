public import MarketAPI
public import MarketModels

/// A change that this app has made, for the screens that show the product.
public enum ProductChange: Hashable, Sendable {
    /// A product was listed.
    case listed(DetailedProduct)
    /// A product was edited; the value is its new state.
    case edited(DetailedProduct)
    /// A product was deleted.
    case deleted(Product.ID)
}
