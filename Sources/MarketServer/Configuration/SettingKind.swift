import MarketAPI
import MarketCore
import MarketModels

/// What a setting takes, and how a value is made of it.
struct SettingKind<Value: Sendable>: Sendable {
    var flag = SettingFlag.single
    /// What the flag's value is called; nil for the name of the setting.
    var valueName: String?
    /// Whether an empty list differs from none.
    var takesEmptyList = false
    /// What it takes, as the end of “must be”; nil for any text.
    let allowed: String?
    /// Returns what is said of a usual value. Backticks enclose code.
    let text: @Sendable (Value) -> String
    let read: @Sendable (SettingSources.Value) throws(BadSettingValue) -> Value
}

/// A value that a setting doesn't take.
struct BadSettingValue: Error, CustomStringConvertible {
    /// What is wrong, as the end of a sentence about the setting.
    let rule: String

    var description: String { rule }
}

extension SettingKind {
    /// A kind that takes one text.
    ///
    /// - Parameter value: returns nil for a text that isn't allowed.
    private static func one(
        _ valueName: String?,
        _ allowed: String,
        text: @escaping @Sendable (Value) -> String = { "\($0)" },
        value: @escaping @Sendable (String) -> Value?
    ) -> SettingKind {
        SettingKind(valueName: valueName, allowed: allowed, text: { "`\(text($0))`" }) {
            given throws(BadSettingValue) in
            guard let value = value(given.text) else { throw BadSettingValue(rule: "must be \(allowed)") }
            return value
        }
    }

    /// A kind that takes a list, whose flag has one entry and can be repeated.
    ///
    /// - Parameter entry: returns nil for an entry that isn't allowed.
    private static func list<Entry>(
        _ valueName: String?,
        _ allowed: String,
        entry: @escaping @Sendable (String) -> Entry?
    ) -> SettingKind where Value == [Entry] {
        SettingKind(flag: .repeated, valueName: valueName, allowed: allowed, text: { _ in "" }) {
            given throws(BadSettingValue) in
            var entries: [Entry] = []
            for text in given.entries {
                guard let entry = entry(text.trimmingSpaces) else {
                    throw BadSettingValue(rule: "must be \(allowed); '\(text)' isn't")
                }
                entries.append(entry)
            }
            return entries
        }
    }

    /// A kind that takes a list, whose flag has all entries with commas between them. Each of them counts once.
    private static func commaSeparated<Entry: Equatable>(
        _ valueName: String?,
        _ allowed: String,
        entry: @escaping @Sendable (String) -> Entry?
    ) -> SettingKind where Value == [Entry] {
        let list = list(valueName, allowed, entry: entry)
        return SettingKind(valueName: valueName, allowed: allowed, text: list.text) { given throws(BadSettingValue) in
            let texts = given.text.split(separator: ",").map(\.trimmingSpaces)
            let entries = try list.read(.list(texts.filter { !$0.isEmpty }))
            return entries.indices.filter { entries.firstIndex(of: entries[$0]) == $0 }.map { entries[$0] }
        }
    }
}

// MARK: - Texts, numbers, choices

extension SettingKind<String> {
    static func text(_ valueName: String) -> SettingKind {
        SettingKind(valueName: valueName, allowed: nil, text: { "`\($0)`" }, read: \.text)
    }

    /// The path of a file, for the settings file only.
    static var file: SettingKind {
        SettingKind(flag: .none, allowed: nil, text: { "`\($0)`" }, read: \.text)
    }

    static var nodeName: SettingKind {
        one("name", "1 to 64 letters, digits, dots, dashes or underscores") { text in
            text.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) == nil ? nil : text
        }
    }
}

extension SettingKind<Int> {
    static var port: SettingKind { integer(0...65_535, "port") }
    static var days: SettingKind { integer(LifecycleRules.days, "days") }

    static func integer(_ bounds: ClosedRange<Int>, _ valueName: String) -> SettingKind {
        one(valueName, "a number from \(bounds.lowerBound) to \(bounds.upperBound)") { text in
            Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}

extension SettingKind<Bool> {
    static var toggle: SettingKind {
        var kind = one(nil, "true or false", text: { $0 ? "on" : "off" }) { text in
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: nil
            }
        }
        kind.flag = .toggle
        return kind
    }
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable {
    static var choice: SettingKind {
        one(nil, Value.allCases.map(\.rawValue).alternatives, text: \.rawValue) { Value(rawValue: $0.lowercased()) }
    }
}

extension [String] {
    /// The texts with commas and “or”.
    fileprivate var alternatives: String {
        count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) or \(self[count - 1])"
    }
}

// MARK: - Values of the market

extension SettingKind<Budget> {
    /// A budget such as `100:1000`: 100 per minute, with a burst of 1000. A single number sets both.
    static var budget: SettingKind {
        let bounds = 1...1_000_000
        return one(
            "n:n",
            "a rate per minute and a burst, such as 100:1000, each from \(bounds.lowerBound) to \(bounds.upperBound)",
            text: { "\($0.perHour / 60):\($0.burst)" },
            value: { text in
                let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map {
                    Int($0.trimmingSpaces) ?? 0
                }
                guard numbers.count <= 2, let perMinute = numbers.first, let burst = numbers.last,
                    numbers.allSatisfy(bounds.contains)
                else { return nil }
                return Budget(perMinute: perMinute, burst: burst)
            }
        )
    }
}

extension SettingKind<MarketCalendar> {
    static var timeZone: SettingKind {
        one("zone", "a time zone such as Asia/Seoul", text: \.timeZoneName) { MarketCalendar(timeZone: $0) }
    }
}

extension SettingKind<Origin> {
    static var origin: SettingKind {
        one(
            "url",
            "an address like https://market.example, without a path: a market has a host name of its own",
            text: \.text
        ) { Origin(baseURL: $0) }
    }
}

extension SettingKind<ImagesURL> {
    static var imagesURL: SettingKind {
        one("url", "an address like https://cdn.example/images", text: \.text) { ImagesURL($0) }
    }
}

extension SettingKind<AppIdentifier> {
    static var appIdentifier: SettingKind {
        one("identifier", "an identifier such as A1B2C3D4E5.example.market", text: \.text) { AppIdentifier($0) }
    }
}

extension SettingKind<[AddressPrefix]> {
    static var addressPrefixes: SettingKind {
        list("address", "an address such as 10.0.0.5 or a prefix such as 10.0.0.0/8") { AddressPrefix($0) }
    }
}

extension SettingKind<[Currency]> {
    static var currencies: SettingKind {
        commaSeparated("codes", "codes of ISO 4217 such as KRW or CHF") { Currency(rawValue: $0.uppercased()) }
    }
}

extension SettingKind<[String]> {
    static var places: SettingKind {
        let maximum = ListingAttributes.placeLength.upperBound
        return commaSeparated("places", "places of at most \(maximum) characters") { text in
            text.unicodeScalars.count > maximum ? nil : text
        }
    }
}

extension SettingKind<[CategoryDefinition]> {
    static var categories: SettingKind {
        SettingKind(
            flag: .none,
            takesEmptyList: true,
            allowed:
                "names in addresses with names in \(CategorySetting.languages), such as \(CategorySetting.example)",
            text: { _ in "" }
        ) { given throws(BadSettingValue) in try CategorySetting.definitions(given.entries) }
    }
}

extension SettingKind<[ServerSettings.EditionPort]> {
    static var editionPorts: SettingKind {
        list("edition=port", "an edition (\(editions)) and a port from 0 to 65535, such as openmarket=8082") { text in
            guard let (edition, port) = editionAndValue(text), let port = Int(port), 0...65_535 ~= port else {
                return nil
            }
            return ServerSettings.EditionPort(edition: edition, port: port)
        }
    }
}

extension SettingKind<[ServerSettings.EditionHost]> {
    static var editionHosts: SettingKind {
        list("edition=host", "an edition (\(editions)) and a host name, such as openmarket=old.market.example") {
            text in
            guard let (edition, host) = editionAndValue(text),
                Origin(scheme: "http", authority: host) != nil
            else { return nil }
            return ServerSettings.EditionHost(edition: edition, host: OriginPolicy.normalized(host))
        }
    }
}

extension SettingKind {
    fileprivate static var editions: String { Edition.allCases.map(\.rawValue).alternatives }

    /// Reads `EDITION=VALUE`.
    fileprivate static func editionAndValue(_ text: String) -> (Edition, String)? {
        let sides = text.split(separator: "=", maxSplits: 1).map(\.trimmingSpaces)
        guard sides.count == 2, let edition = Edition(rawValue: sides[0].lowercased()) else { return nil }
        return (edition, sides[1])
    }
}
