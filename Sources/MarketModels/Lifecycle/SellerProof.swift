/// How a seller has proven that a product is theirs.
public enum SellerProof: Hashable, Sendable {
    /// With the product's password, which permits everything.
    case password
    /// With a right that the market issued, in a browser or a link. It permits what can be undone.
    case right

    /// What a seller does with a product.
    public enum Action: CaseIterable, Sendable {
        case changeState, renew, bump
        /// Changing the price, the texts, the images or the contact.
        case edit
        case delete
    }

    /// Returns whether this proof suffices for an action.
    public func permits(_ action: Action) -> Bool {
        switch (self, action) {
        case (.password, _), (.right, .changeState), (.right, .renew), (.right, .bump): true
        case (.right, .edit), (.right, .delete): false
        }
    }
}
