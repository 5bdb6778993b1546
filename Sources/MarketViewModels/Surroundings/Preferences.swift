/// What an app remembers about how somebody likes it, from one start to the next.
@MainActor
public protocol Preferences: AnyObject {
    /// How lists are shown.
    var layout: ListLayout { get set }
    /// The seller's name that was last listed with; empty at first.
    var sellerName: String { get set }
    /// What was searched for on this device, the newest first; ``ProductListModel`` keeps it short.
    var recentSearches: [String] { get set }
}
