public import MarketClient
public import MarketModels

/// A product that the user has listed.
public struct MyListing: Identifiable {
    /// What is known about the product.
    @MainActor
    public enum Status {
        /// The product is being loaded.
        case loading
        /// The product is loaded.
        case loaded(ListingStateModel)
        /// The product is hidden, expired or deleted, and the device holds no password that shows which.
        case concealed
        /// The product failed to load.
        case failed(MarketClientError)
    }

    /// The product's identifier.
    public let id: Product.ID
    /// What is known about the product.
    public let status: Status

    /// The model of the product's state, or nil until the product is loaded.
    @MainActor public var model: ListingStateModel? {
        guard case .loaded(let model) = status else { return nil }
        return model
    }
}

/// The state of the screen of the user's own listings.
@MainActor
public enum MyListingsState {
    /// The stored identity is being read, or will be.
    case loading
    /// The stored identity can't be read.
    case failed(IdentityStoreError)
    /// The user has listed nothing.
    case empty
    /// The listings, newest first, and the state of loading them.
    case loaded([MyListing], ListRefresh)
}
