/// The user's preferences, which persist across launches.
@MainActor
public protocol Preferences: AnyObject {
    /// The layout of lists.
    var layout: ListLayout { get set }
    /// The seller's name of the last listing; empty at first.
    var sellerName: String { get set }
    /// The recent searches on this device, newest first. ``ProductListModel`` limits their number.
    var recentSearches: [String] { get set }
}
