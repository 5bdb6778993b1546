public import MarketModels

/// A change of the market's profile by its operator.
public enum ProfileChange: Hashable, Sendable {
    /// Sets a value, unless the settings define it.
    case set(ProfileKey, String)
    /// Removes a value, unless the settings define it.
    case unset(ProfileKey)
    /// Makes all of these edits, or none of them if a value isn't what it replaces or is defined by the settings.
    case edit([ProfileKey: ProfileEdit])
    /// Makes values those of the operator's settings, and remembers that they are. Those that the settings defined before and
    /// don't define now stay, and can be changed again.
    case define([ProfileKey: String])
    /// Sets the text of a page. One that is published keeps being so, unless the text has gaps: then nothing is stored.
    case setPage(MarketPage.ID, String)
    /// Does the same if the page has the old text; nil if it has none.
    case editPage(MarketPage.ID, from: String?, to: String)
    case removePage(MarketPage.ID)
    /// Publishes a page if it still has this text.
    case publish(MarketPage.ID, text: String)
    case unpublish(MarketPage.ID)
    /// Sets the logo, or removes it, unless the settings define it. The one that is there already is no change.
    case setLogo(MarketLogo?)
    /// Makes a logo that of the operator's settings, and remembers that it is; nil lets the one that is there be changed again.
    case defineLogo(MarketLogo?)
}

extension ProfileChange {
    /// What the log says of the change.
    package var entries: [(action: ModerationEntry.Action, setting: String)] {
        switch self {
        case .set(let key, _), .unset(let key): [(.settingChanged, key.rawValue)]
        case .edit(let edits): edits.keys.map(\.rawValue).sorted().map { (.settingChanged, $0) }
        case .define, .defineLogo: []
        case .setPage(let id, _), .editPage(let id, _, _): [(.pageChanged, id.name)]
        case .removePage(let id): [(.pageRemoved, id.name)]
        case .publish(let id, _): [(.pagePublished, id.name)]
        case .unpublish(let id): [(.pageUnpublished, id.name)]
        case .setLogo: [(.settingChanged, MarketLogo.settingName)]
        }
    }
}
