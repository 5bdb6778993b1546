/// A reason why a listing can't take a state, be renewed or be bumped.
public enum LifecycleProblem: Error, Hashable, Sendable {
    /// The requested state isn't one that a seller can choose.
    case unknownState
    /// The text isn't a day such as `2026-11-30`.
    case unreadableDay
    /// The private note is too long, in characters counted as for ``ListingRules/nameLength``.
    case noteTooLong(maximum: Int)
    /// The private note contains characters that can't be stored.
    case unreadableNote
    /// The second state can't follow the first one.
    case cannotFollow(ListingState.Kind, ListingState.Kind)
    /// Somebody else than its seller hides the listing.
    case held(ListingHold.Kind)
    /// The operator has locked the listing.
    case locked
    /// The day until which the product should be reserved is in the past. In other time zones than the market's, it may be
    /// today.
    case dayInThePast(today: CalendarDay, timeZone: String)
    /// The day until which the product should be reserved is too many days ahead.
    case dayTooFarAhead(maximumDays: Int)
    /// A sold product can't be renewed.
    case cannotRenew
    /// Only open and reserved products can be bumped.
    case notForSale
    /// The product was listed or bumped recently. It can be bumped after so many days, at least 1.
    case bumpedRecently(days: Int)
}
