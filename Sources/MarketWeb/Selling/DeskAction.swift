import MarketModels

/// What a seller does with a listing at the desk. The raw values are those of the forms.
enum DeskAction: String, CaseIterable, Sendable {
    case reserve, sell, open, hide, renew, bump
    /// Ending the link that can renew the listing and mark it as sold.
    case endLink = "unlink"
}

/// What became of an action on one product.
struct DeskOutcome: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        /// The action has been performed.
        case done
        /// It can't follow the product's state.
        case failed(LifecycleProblem)
        /// This browser holds no right for the product, so that its password is needed once.
        case needsPassword
        /// The product has been deleted.
        case gone
    }

    let action: DeskAction
    let id: Product.ID
    /// The name of the product, or nil if it is gone.
    let name: String?
    /// The state and the times of the product as they are now.
    var lifecycle: ListingLifecycle = .new
    let result: Result
}
