public import Foundation
public import MarketModels

/// The user's preferences, which persist across launches.
@MainActor
public protocol Preferences: AnyObject {
    /// The layout of lists.
    var layout: ListLayout { get set }
    /// The seller's name of the last listing; empty at first.
    var sellerName: String { get set }
    /// The currency of the last listing in this market; won at first.
    var currency: Currency { get set }
    /// The recent searches on this device, newest first. ``ProductListModel`` limits their number.
    var recentSearches: [String] { get set }
}

/// Preferences stored in `UserDefaults`.
public final class StoredPreferences: Preferences {
    private static let layoutKey = "openmarket.layout"

    private let defaults: UserDefaults
    private let sellerNameKey: String
    private let currencyKey: String
    private let recentSearchesKey: String

    /// Creates preferences in a defaults database.
    ///
    /// - Parameter market: The address of the market whose searches are remembered, and the seller's name and the currency of the
    ///   last listing in it.
    public init(defaults: UserDefaults = .standard, market: URL) {
        self.defaults = defaults
        sellerNameKey = "openmarket.sellerName \(market.absoluteString)"
        currencyKey = "openmarket.currency \(market.absoluteString)"
        recentSearchesKey = "openmarket.recentSearches \(market.absoluteString)"
    }

    /// The layout of lists; `list` by default.
    public var layout: ListLayout {
        get { defaults.string(forKey: Self.layoutKey).flatMap { ListLayout(rawValue: $0) } ?? .list }
        set { defaults.set(newValue.rawValue, forKey: Self.layoutKey) }
    }

    /// The seller's name of the last listing in this market; empty by default.
    public var sellerName: String {
        get { defaults.string(forKey: sellerNameKey) ?? "" }
        set { defaults.set(newValue, forKey: sellerNameKey) }
    }

    /// The currency of the last listing in this market; won by default.
    public var currency: Currency {
        get { defaults.string(forKey: currencyKey).flatMap { Currency(rawValue: $0) } ?? .krw }
        set { defaults.set(newValue.rawValue, forKey: currencyKey) }
    }

    /// The recent searches in this market, newest first.
    public var recentSearches: [String] {
        get { defaults.stringArray(forKey: recentSearchesKey) ?? [] }
        set { defaults.set(newValue, forKey: recentSearchesKey) }
    }
}

/// The layout of a product list.
public enum ListLayout: String, CaseIterable, Hashable, Sendable {
    case list
    case grid

    /// The other layout.
    public var toggled: ListLayout { self == .list ? .grid : .list }
}
