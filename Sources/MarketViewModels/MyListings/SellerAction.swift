public import MarketAPI
import MarketModels
import MarketTexts

/// What a seller does with a listing without changing what it says.
public enum SellerAction: Hashable, Sendable {
    /// Changes the state.
    case change(StateChange)
    /// Adds another lifetime, or opens an expired listing.
    case renew
    /// Moves the listing to the top of the recently bumped ones.
    case bump

    /// Reserves the product for the market's usual time.
    public static let reserve = SellerAction.change(.reserved())
    /// Marks the product as sold.
    public static let sell = SellerAction.change(.sold)
    /// Puts the product up for sale again.
    public static let open = SellerAction.change(.open)
    /// Hides the product.
    public static let hide = SellerAction.change(.hidden)

    /// Returns the actions that are one tap away in a state, the most usual one first.
    static func main(in state: ListingState.Kind) -> [SellerAction] {
        switch state {
        case .open: [.reserve, .sell]
        case .reserved: [.open, .sell]
        case .sold, .hidden: [.open]
        case .expired: [.renew, .sell]
        }
    }

    /// Returns the other actions in a state, for a menu.
    ///
    /// - Parameter expires: Whether the listing has a lifetime.
    static func others(in state: ListingState.Kind, expires: Bool) -> [SellerAction] {
        var actions: [SellerAction] = state == .reserved ? [.reserve] : []
        if state == .open || state == .reserved { actions.append(.bump) }
        if expires, state != .sold, state != .expired { actions.append(.renew) }
        if state == .open || state == .reserved || state == .sold { actions.append(.hide) }
        return actions
    }

    /// The state that a product has after the action, if that can be shown before the market has answered: it must be
    /// possible to undo it, and the stock that a sold product has when it is opened again is known to the market only.
    func expectedState(from state: ListingState.Kind) -> ListingState.Kind? {
        guard case .change(let change) = self, state != .sold else { return nil }
        switch change {
        case .open: return .open
        case .reserved: return .reserved
        case .sold: return .sold
        case .hidden: return .hidden
        }
    }

    /// The key of the action's label in a state.
    func label(in state: ListingState.Kind) -> InterfaceString {
        switch self {
        case .change(.reserved): state == .reserved ? .changeReservation : .reserve
        case .change(.sold): .markSold
        case .change(.open): state == .hidden ? .showAgain : .openAgain
        case .change(.hidden): .hide
        case .renew: .renew
        case .bump: .bump
        }
    }

    /// The key of the sentence that the action was performed.
    var doneSentence: InterfaceString {
        switch self {
        case .change(.reserved): .isReserved
        case .change(.sold): .isSold
        case .change(.open): .isOpen
        case .change(.hidden): .isHidden
        case .renew: .isRenewed
        case .bump: .isBumped
        }
    }
}
