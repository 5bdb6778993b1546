import MarketModels

/// What an operator does about a listing, whichever way they do it. ``ModerateListings/perform(_:on:version:decision:reason:decidesReports:by:)``
/// does it, and raw values are what buttons of forms send.
///
/// A new one also needs:
/// - what it changes: `ListingActRecords.swift`; `ModerationEntry.Action`, which names it in the log; and, if it can be undone,
///   `UndoRecords.swift`;
/// - what people read: `Logger+Changes.swift`, `OperatorTexts` and, of the command line, `ProductCommand.swift`;
/// - where it is done: a button of `operator-listing.mustache`, a route (`RouteTable`, `OperatorController`) and a command.
public enum ListingAct: String, CaseIterable, Codable, Sendable {
    /// Hides the listing from everybody but its seller, whatever its state.
    case hide
    /// Hides it until its seller has made a change.
    case ask
    /// Hides it, and has it deleted after ``MarketModels/ListingHold/daysOfRemoval``.
    case remove
    /// Gives a hidden or removed listing the state back that it had before. If reports held it, those that are open are
    /// dismissed for the same reason.
    case giveBack = "give-back"
    /// Shows a listing that waits to everybody.
    case approve
    /// Keeps its seller from changing it or its state, while everybody still sees it.
    case lock
    case unlock

    /// How it holds the listing; nil if it doesn't.
    public var hold: OperatorHold? {
        switch self {
        case .hide: .hidden
        case .ask: .changeAsked
        case .remove: .removed
        case .giveBack, .approve, .lock, .unlock: nil
        }
    }

    /// Whether it shows a listing to others, and so is about the version that the operator has looked at.
    public var showsListing: Bool { self == .giveBack || self == .approve }

    /// How open reports are decided with it; nil if they stay open.
    var decision: Report.Decision.Kind? {
        switch self {
        case .hide, .ask, .remove: .upheld
        case .giveBack: .dismissed
        case .approve, .lock, .unlock: nil
        }
    }
}
