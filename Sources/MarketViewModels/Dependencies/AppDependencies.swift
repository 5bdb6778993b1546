public import Foundation
public import MarketModels

/// The dependencies of view models: the language, the clock, and what several screens share.
public struct AppDependencies: Sendable {
    /// The language of all texts.
    public var language: Language
    /// The base URL of the market, for links to its web pages; nil if nothing is to be shared.
    public var market: URL?
    /// The user's favorites; nil if the app has none.
    public var favorites: Favorites?
    /// The market's categories; nil if the app shows none.
    public var categories: MarketCategories?
    /// The store of recently viewed products; nil to record none.
    public var recentlyViewed: FileProductStore?
    /// The passwords that were right within the last hour; nil to ask for them each time.
    public var recentSecrets: RecentSecrets?
    /// What has models load again when there is a network again; nil to leave that to the user.
    public var connectivity: Connectivity?
    /// The calendar of the days on which something happened: that of the device.
    public var calendar: MarketCalendar
    /// Returns the current time.
    public var now: @Sendable () -> Timestamp
    /// Waits for a duration, and throws if the task is cancelled. Tests replace it with one that returns under their
    /// control.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates dependencies; by default with the device's clock, and without anything to share.
    public init(
        language: Language,
        market: URL? = nil,
        favorites: Favorites? = nil,
        categories: MarketCategories? = nil,
        recentlyViewed: FileProductStore? = nil,
        recentSecrets: RecentSecrets? = nil,
        connectivity: Connectivity? = nil,
        calendar: MarketCalendar = .current,
        now: @escaping @Sendable () -> Timestamp = { Self.currentMoment },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.language = language
        self.market = market
        self.favorites = favorites
        self.categories = categories
        self.recentlyViewed = recentlyViewed
        self.recentSecrets = recentSecrets
        self.connectivity = connectivity
        self.calendar = calendar
        self.now = now
        self.sleep = sleep
    }

    /// The current time of the device's clock.
    public static var currentMoment: Timestamp {
        Timestamp(millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
