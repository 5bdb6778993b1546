public import Foundation
public import MarketModels

/// Whether an app is light or dark, as the user has chosen.
public enum Appearance: String, CaseIterable, Sendable {
    /// As the system is set.
    case system
    case light
    case dark
}

/// The settings that belong to the app rather than to one market: which market, which language, light or dark, and
/// where the app was left.
@MainActor
public final class AppSettings {
    private static let addressKey = "openmarket.address"
    private static let languageKey = "openmarket.language"
    private static let appearanceKey = "openmarket.appearance"

    private let defaults: UserDefaults
    private let deviceLanguage: Language

    /// Creates settings in a defaults database.
    ///
    /// - Parameter deviceLanguage: The language to use until another one is chosen.
    public init(defaults: UserDefaults, deviceLanguage: Language) {
        self.defaults = defaults
        self.deviceLanguage = deviceLanguage
    }

    /// The address of the market; nil until one has been chosen.
    public var address: URL? {
        get { defaults.string(forKey: Self.addressKey).flatMap { try? MarketAddress.url($0) } }
        set { defaults.set(newValue?.absoluteString, forKey: Self.addressKey) }
    }

    /// The language that the user has chosen; nil for that of the device.
    public var chosenLanguage: Language? {
        get { defaults.string(forKey: Self.languageKey).flatMap { Language(rawValue: $0) } }
        set { defaults.set(newValue?.rawValue, forKey: Self.languageKey) }
    }

    /// Whether the app is light or dark.
    public var appearance: Appearance {
        get { defaults.string(forKey: Self.appearanceKey).flatMap { Appearance(rawValue: $0) } ?? .system }
        set { defaults.set(newValue.rawValue, forKey: Self.appearanceKey) }
    }

    /// The language of all texts.
    public var language: Language { chosenLanguage ?? deviceLanguage }

    /// The place in the market's list at which the app was left; nil for the top.
    public var listPosition: ListPosition? {
        get {
            defaults.data(forKey: key("listPosition")).flatMap {
                try? JSONDecoder().decode(ListPosition.self, from: $0)
            }
        }
        set { defaults.set(newValue.flatMap { try? JSONEncoder().encode($0) }, forKey: key("listPosition")) }
    }

    /// The product that was open when the app was left; nil if none was.
    public var openProduct: Product.ID? {
        get { defaults.string(forKey: key("openProduct")).flatMap { Int64($0) }.map { Product.ID(rawValue: $0) } }
        set { defaults.set(newValue.map { String($0.rawValue) }, forKey: key("openProduct")) }
    }

    /// Where the app was left in one market means nothing in another.
    private func key(_ name: String) -> String { "openmarket.\(name) \(address?.absoluteString ?? "")" }
}
