public import MarketClient

/// The step of changing a listing's state.
public enum ListingStateStep: Hashable, Sendable {
    /// Nothing is in flight.
    case ready
    /// The action is in flight.
    case sending(SellerAction)
    /// The model is asking for the password once; the value is why the last one was not accepted, or nil.
    case awaitingPassword(SellerAction, SecretRefusal?)
    /// The action was performed.
    case done(SellerAction)
    /// The action failed, and the listing is as it was.
    case failed(SellerAction, MarketClientError)
}
