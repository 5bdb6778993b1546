import ArgumentParser
import Foundation
import MarketAPI
import MarketCommands
import MarketServer

/// The flags of all settings, made from their declarations.
///
/// ArgumentParser finds flags by reflection, and reads each with the key that is its label there.
struct SettingOptions: ParsableArguments, CustomReflectable {
    private var values: [String: SettingSources.Value] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        for setting in ServerSettings.all {
            let key = NamedKey(setting.name)
            switch setting.flag {
            case .single:
                let text = try container.decode(Option<String?>.self, forKey: key).wrappedValue
                values[setting.name] = text.map { .single($0) }
            case .repeated:
                let entries = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
                if !entries.isEmpty { values[setting.name] = .list(entries) }
            case .toggle:
                if try container.decode(Flag<Bool>.self, forKey: key).wrappedValue {
                    values[setting.name] = .single("true")
                }
            case .none: continue
            }
        }
        for (name, _) in ServerSettings.removed {
            let text = try container.decode(Option<String?>.self, forKey: NamedKey(name)).wrappedValue
            values[name] = text.map { .single($0) }
        }
    }

    /// - Throws: ``CommandFailure`` if a flag has a password that others can see.
    func source() throws(CommandFailure) -> SettingSources.Source {
        for setting in ServerSettings.all { try setting.refusePassword(in: values[setting.name]?.text) }
        return SettingSources.Source(values)
    }

    var customMirror: Mirror {
        var children: [Mirror.Child] = ServerSettings.all.compactMap { setting in
            let (name, help) = (setting.flagNames, setting.argumentHelp(setting.help))
            switch setting.flag {
            case .single: return (setting.name, Option<String?>(name: name, help: help))
            case .repeated: return (setting.name, Option<[String]>(wrappedValue: [], name: name, help: help))
            case .toggle: return (setting.name, Flag(wrappedValue: false, name: name, help: help))
            case .none: return nil
            }
        }
        for (name, _) in ServerSettings.removed {
            children.append((name, Option<String?>(name: .customLong(name), help: .hidden)))
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension DeclaredSetting {
    fileprivate var flagNames: NameSpecification {
        NameSpecification([name, otherFlag].compactMap(\.self).map { .customLong($0) })
    }

    fileprivate func refusePassword(in flag: String?) throws(CommandFailure) {
        guard isSecret, let flag else { return }
        try PostgresMarket.refusePassword(in: flag, alternative: "give the whole address in \(variable)")
    }

    fileprivate func argumentHelp(_ text: String) -> ArgumentHelp { ArgumentHelp(text, valueName: valueName) }
}

// MARK: - Other commands

extension Option<String?> {
    /// The flag of a setting that other commands than `serve` take, too.
    ///
    /// - Parameter sentence: what it does there.
    init(_ setting: some DeclaredSetting, _ sentence: String) {
        let usual = setting.usualText == "none" ? "" : " or \(setting.usualText.replacing("`", with: ""))"
        let help = "\(sentence) (default: $\(setting.variable)\(usual))"
        self.init(name: setting.flagNames, help: setting.argumentHelp(help))
    }
}

extension Setting {
    /// Returns the value for another command than `serve`, from its flag, the variable, or by default.
    ///
    /// - Throws: ``CommandFailure`` if the flag has a password that others can see.
    func value(of flag: String?) throws(CommandFailure) -> Value {
        try refusePassword(in: flag)
        let flags = SettingSources.Source(flag.map { [name: .single($0)] } ?? [:])
        let variables = SettingSources.knownVariables(ProcessInfo.processInfo.environment)
        do {
            return try value(in: SettingSources([flags, variables]))
        } catch {
            throw CommandFailure(error.description)
        }
    }
}
