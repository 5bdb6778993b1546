/// What a seller shows to prove that a product is theirs.
public enum SellerAuthority: Hashable, Sendable {
    /// The product's password, or a ticket that was issued for it. It permits everything.
    case password
    /// A right that the market issued to a browser. It permits what can be undone.
    case right
    /// A link that the seller made. It can only renew the listing and say that the product is sold.
    case link

    /// What a seller does with a product.
    public enum Action: CaseIterable, Sendable {
        case changeState, sell, renew, bump
        /// Changing the price, the texts, the images or the contact.
        case edit
        case delete
    }

    /// Returns whether this authority suffices for an action.
    public func permits(_ action: Action) -> Bool {
        switch (self, action) {
        case (.password, _), (.right, .changeState), (.right, .sell), (.right, .renew), (.right, .bump),
            (.link, .sell), (.link, .renew):
            true
        case (.right, .edit), (.right, .delete), (.link, _): false
        }
    }
}
