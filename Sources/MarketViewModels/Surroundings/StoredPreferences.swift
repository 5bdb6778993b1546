public import Foundation

/// Preferences in the defaults of the app.
public final class StoredPreferences: Preferences {
    private static let layoutKey = "openmarket.layout"
    private static let sellerNameKey = "openmarket.sellerName"
    private static let recentSearchesKey = "openmarket.recentSearches"

    private let defaults: UserDefaults

    public init(defaults: UserDefaults = .standard) {
        self.defaults = defaults
    }

    public var layout: ListLayout {
        get { defaults.string(forKey: Self.layoutKey).flatMap { ListLayout(rawValue: $0) } ?? .list }
        set { defaults.set(newValue.rawValue, forKey: Self.layoutKey) }
    }

    public var sellerName: String {
        get { defaults.string(forKey: Self.sellerNameKey) ?? "" }
        set { defaults.set(newValue, forKey: Self.sellerNameKey) }
    }

    public var recentSearches: [String] {
        get { defaults.stringArray(forKey: Self.recentSearchesKey) ?? [] }
        set { defaults.set(newValue, forKey: Self.recentSearchesKey) }
    }
}
