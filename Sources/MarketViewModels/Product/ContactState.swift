public import MarketClient

/// The state of the seller's contact, which is loaded only on request.
public enum ContactState: Hashable, Sendable {
    /// The contact has not been requested.
    case hidden
    /// The contact is being loaded.
    case loading
    /// The seller's contact.
    case shown(String)
    /// The seller gave no contact.
    case notGiven
    /// There were too many requests. The next one is accepted after the given number of seconds.
    case limited(seconds: Int)
    /// The contact failed to load.
    case failed(MarketClientError)
}
