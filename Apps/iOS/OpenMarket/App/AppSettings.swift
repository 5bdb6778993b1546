import Foundation
import MarketTexts
import MarketViewModels

/// The settings that belong to the app rather than to one market: which market, which language, light or dark, and the
/// place in the list.
@MainActor
final class AppSettings {
    private static let addressKey = "openmarket.address"
    private static let languageKey = "openmarket.language"
    private static let appearanceKey = "openmarket.appearance"

    private let defaults: UserDefaults
    private let deviceLanguage: Language

    init(defaults: UserDefaults, deviceLanguage: Language) {
        self.defaults = defaults
        self.deviceLanguage = deviceLanguage
    }

    /// The address of the market; nil until one has been chosen.
    var address: URL? {
        get { defaults.string(forKey: Self.addressKey).flatMap { try? MarketAddress.url($0) } }
        set { defaults.set(newValue?.absoluteString, forKey: Self.addressKey) }
    }

    /// The language that the user has chosen; nil for that of the device.
    var chosenLanguage: Language? {
        get { defaults.string(forKey: Self.languageKey).flatMap { Language(rawValue: $0) } }
        set { defaults.set(newValue?.rawValue, forKey: Self.languageKey) }
    }

    /// Whether the app is light or dark.
    var appearance: Appearance {
        get { defaults.string(forKey: Self.appearanceKey).flatMap { Appearance(rawValue: $0) } ?? .system }
        set { defaults.set(newValue.rawValue, forKey: Self.appearanceKey) }
    }

    /// The language of all texts.
    var language: Language { chosenLanguage ?? deviceLanguage }

    /// The place in the market's list at which the app was left; nil for the top.
    var listPosition: ListPosition? {
        get {
            defaults.data(forKey: positionKey).flatMap { try? JSONDecoder().decode(ListPosition.self, from: $0) }
        }
        set { defaults.set(newValue.flatMap { try? JSONEncoder().encode($0) }, forKey: positionKey) }
    }

    /// Search, filter and place of one market mean nothing in another.
    private var positionKey: String { "openmarket.listPosition \(address?.absoluteString ?? "")" }
}
