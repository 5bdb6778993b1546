public import MarketClient

/// The seller's contact: shown only to those who ask for it.
public enum ContactState: Hashable, Sendable {
    case hidden
    case loading
    case shown(String)
    /// The seller gave none.
    case notGiven
    /// It was asked for too often: again after so many seconds.
    case limited(seconds: Int)
    case failed(MarketClientError)
}
