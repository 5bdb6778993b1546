public import MarketClient

/// Whether what is shown is being brought up to date.
public enum ListRefresh: Hashable, Sendable {
    case none
    case underWay
    /// It came to nothing; what was shown before is still there.
    case failed(MarketClientError)
}
