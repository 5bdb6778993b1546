/// How a seller has proven that a product is theirs.
public enum SellerProof: Hashable, Sendable {
    /// With the product's password, which permits everything.
    case password
    /// With a right that the market issued to a browser. It permits what can be undone.
    case right
    /// With a link that the seller made. It can only renew the listing and say that the product is sold.
    case link

    /// What a seller does with a product.
    public enum Action: CaseIterable, Sendable {
        case changeState, sell, renew, bump
        /// Changing the price, the texts, the images or the contact.
        case edit
        case delete
    }

    /// Returns whether this proof suffices for an action.
    public func permits(_ action: Action) -> Bool {
        switch (self, action) {
        case (.password, _), (.right, .changeState), (.right, .sell), (.right, .renew), (.right, .bump),
            (.link, .sell), (.link, .renew):
            true
        case (.right, .edit), (.right, .delete), (.link, _): false
        }
    }
}
