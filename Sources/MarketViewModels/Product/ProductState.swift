public import MarketAPI
public import MarketClient

/// The state of a product's screen.
public enum ProductState: Hashable, Sendable {
    /// Nothing has been requested.
    case idle
    /// The product is being loaded; the value is the product as a list shows it, if known.
    case loading(ListedProduct?)
    /// The product is loaded.
    case loaded(DetailedProduct)
    /// The product was deleted or never existed.
    case gone
    /// The product failed to load; the second value is the product as a list shows it, if known.
    case failed(MarketClientError, ListedProduct?)
}
