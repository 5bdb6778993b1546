import MarketCore
import MarketModels

/// The settings of what makes the market its operator's own, made from the declarations of ``ProfileField``.
enum ProfileSettings {
    static let all: [any DeclaredSetting] = ProfileKey.allCases.map { key in
        Setting(
            key.settingName,
            optional: .value(of: key),
            without: "as the commands set it",
            more: "Operating.md#the-markets-own"
        ) { key.sentence }
    }
}

extension SettingKind<String> {
    fileprivate static func value(of key: ProfileKey) -> SettingKind {
        // Who may list is often said where a market is started, so it has a flag.
        SettingKind(
            flag: key.field == .registration ? .single : .none,
            allowed: key.field.kind.allowed,
            text: { $0 }
        ) { given throws(BadSettingValue) in
            do throws(ProfileProblem) {
                return try key.field.kind.checked(
                    key.field == .links ? given.entries.joined(separator: "\n") : given.text
                )
            } catch {
                throw BadSettingValue(rule: error.description)
            }
        }
    }
}
