public import Foundation

/// Preferences stored in `UserDefaults`.
public final class StoredPreferences: Preferences {
    private static let layoutKey = "openmarket.layout"
    private static let sellerNameKey = "openmarket.sellerName"
    private static let recentSearchesKey = "openmarket.recentSearches"

    private let defaults: UserDefaults

    /// Creates preferences in a defaults database.
    public init(defaults: UserDefaults = .standard) {
        self.defaults = defaults
    }

    /// The layout of lists; `list` by default.
    public var layout: ListLayout {
        get { defaults.string(forKey: Self.layoutKey).flatMap { ListLayout(rawValue: $0) } ?? .list }
        set { defaults.set(newValue.rawValue, forKey: Self.layoutKey) }
    }

    /// The seller's name of the last listing; empty by default.
    public var sellerName: String {
        get { defaults.string(forKey: Self.sellerNameKey) ?? "" }
        set { defaults.set(newValue, forKey: Self.sellerNameKey) }
    }

    /// The recent searches, newest first.
    public var recentSearches: [String] {
        get { defaults.stringArray(forKey: Self.recentSearchesKey) ?? [] }
        set { defaults.set(newValue, forKey: Self.recentSearchesKey) }
    }
}
