public import MarketModels

/// The market's own name, contact, color and pages.
public protocol ProfileStore: Sendable {
    /// The profile of the market. Reading it does no I/O. A change of it raises the revision, and is known before it: whoever
    /// reads the revision first gets no older profile.
    var profile: MarketProfile { get }

    /// Stores a change of the profile, after ``EditProfile`` has checked it.
    ///
    /// - Returns: whether anything was stored: false for what has been changed meanwhile so that the change isn't allowed.
    func changeProfile(_ change: ProfileChange, at now: Timestamp) async throws(MarketError) -> Bool
}

/// A change of the market's profile by its operator.
public enum ProfileChange: Hashable, Sendable {
    /// Sets a value, unless the settings define it.
    case set(ProfileKey, String)
    /// Removes a value, unless the settings define it.
    case unset(ProfileKey)
    /// Makes values those of the operator's settings, and remembers that they are. Those that the settings defined before and
    /// don't define now stay, and can be changed again.
    case define([ProfileKey: String])
    /// Sets the text of a page. One that is published keeps being so, unless the text has gaps: then nothing is stored.
    case setPage(MarketPage.ID, String)
    case removePage(MarketPage.ID)
    /// Publishes a page if it still has this text.
    case publish(MarketPage.ID, text: String)
    case unpublish(MarketPage.ID)
}
