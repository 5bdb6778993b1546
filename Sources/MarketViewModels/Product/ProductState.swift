public import MarketAPI
public import MarketClient

/// What the screen of a product shows.
public enum ProductState: Hashable, Sendable {
    case idle
    /// It is on its way; meanwhile there is what the list knew of it.
    case loading(ListedProduct?)
    case loaded(DetailedProduct)
    /// It is no longer for sale, or never was there.
    case gone
    case failed(MarketClientError, ListedProduct?)
}
