public import MarketClient

/// The state of the screen of the user's own listings.
@MainActor
public enum MyListingsState {
    /// Nothing has been requested.
    case idle
    /// The stored identity is being read.
    case loading
    /// The stored identity can't be read.
    case failed(IdentityStoreError)
    /// The user has listed nothing.
    case empty
    /// The listings, newest first, and the state of loading them.
    case loaded([MyListing], ListRefresh)
}
