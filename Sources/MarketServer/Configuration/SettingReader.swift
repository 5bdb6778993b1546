import MarketAPI
import MarketCore
import MarketModels

/// A reader of single settings that reports invalid values.
struct SettingReader {
    private let sources: SettingSources

    init(_ sources: SettingSources) {
        self.sources = sources
    }

    func refuseRemovedKeys() throws(ServerSettings.Problem) {
        for key in ServerSettings.RemovedKey.allCases {
            guard sources[key.rawValue]?.text.isEmpty == false else { continue }
            throw ServerSettings.Problem(
                key.rawValue,
                "is gone, because the market speaks plain HTTP: put Caddy in front of it, "
                    + "which gets and renews certificates by itself. See Documentation/Operating.md"
            )
        }
    }

    func text(_ key: ServerSettings.Key) -> String? {
        let text = sources[key.rawValue]?.text
        return text?.isEmpty == true ? nil : text
    }

    func integer(_ key: ServerSettings.Key, in range: ClosedRange<Int>) throws(ServerSettings.Problem) -> Int? {
        guard let text = text(key) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw ServerSettings.Problem(key, "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Reads a budget such as `100:1000`: 100 per minute, with a burst of 1000. A single number sets both.
    func budget(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> Budget? {
        guard let text = text(key) else { return nil }
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0.trimmingSpaces) ?? 0 }
        guard let perMinute = numbers.first, let burst = numbers.last, numbers.count <= 2,
            1...Self.largestBudget ~= perMinute, 1...Self.largestBudget ~= burst
        else {
            throw ServerSettings.Problem(
                key,
                "must be a rate per minute and a burst, such as 100:1000, each from 1 to \(Self.largestBudget)"
            )
        }
        return Budget(perMinute: perMinute, burst: burst)
    }

    private static let largestBudget = 1_000_000

    /// Reads where links to images lead.
    func imagesURL() throws(ServerSettings.Problem) -> ImagesURL? {
        let hasWebSizes = try flag(.imagesURLHasWebSizes) ?? false
        guard let text = text(.imagesURL) else {
            guard !hasWebSizes else {
                throw ServerSettings.Problem(.imagesURLHasWebSizes, "only goes together with 'images-url'")
            }
            return nil
        }
        guard let url = ImagesURL(text, hasWebSizes: hasWebSizes) else {
            throw ServerSettings.Problem(.imagesURL, "must look like https://cdn.example/images")
        }
        return url
    }

    func flag(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> Bool? {
        switch text(key)?.lowercased() {
        case nil: return nil
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw ServerSettings.Problem(key, "must be true or false")
        }
    }

    /// Reads a list of addresses and address prefixes.
    func prefixes(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> [AddressPrefix] {
        var prefixes: [AddressPrefix] = []
        for text in list(key) {
            guard let prefix = AddressPrefix(text.trimmingSpaces) else {
                throw ServerSettings.Problem(
                    key,
                    "must be an address such as 10.0.0.5 or a prefix such as 10.0.0.0/8; '\(text)' isn't"
                )
            }
            prefixes.append(prefix)
        }
        return prefixes
    }

    /// Reads a list of currency codes.
    ///
    /// - Returns: Each currency once, in the order given; nil if the setting is absent.
    func currencies(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> [Currency]? {
        var chosen: [Currency] = []
        for text in list(key).flatMap({ $0.split(separator: ",") }) {
            guard let currency = Currency(rawValue: text.trimmingSpaces.uppercased()) else {
                throw ServerSettings.Problem(
                    key,
                    "takes codes of ISO 4217 such as KRW or CHF; '\(text)' isn't one"
                )
            }
            if !chosen.contains(currency) { chosen.append(currency) }
        }
        return chosen.isEmpty ? nil : chosen
    }

    /// Reads a list of places, each once and in the order given.
    func places(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> [String] {
        var places: [String] = []
        for text in list(key).flatMap({ $0.split(separator: ",") }).map(\.trimmingSpaces) {
            guard text.unicodeScalars.count <= ListingAttributes.placeLength.upperBound else {
                throw ServerSettings.Problem(
                    key,
                    "takes places of at most \(ListingAttributes.placeLength.upperBound) characters; '\(text)' is longer"
                )
            }
            if !text.isEmpty, !places.contains(text) { places.append(text) }
        }
        return places
    }

    /// Reads a time zone of the IANA database.
    func calendar(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> MarketCalendar? {
        guard let text = text(key) else { return nil }
        guard let calendar = MarketCalendar(timeZone: text) else {
            throw ServerSettings.Problem(key, "must name a time zone such as Asia/Seoul")
        }
        return calendar
    }

    /// Reads a list that a file can give without entries; nil if the setting is absent. An empty variable counts as
    /// absent.
    func entries(_ key: ServerSettings.Key) -> [String]? {
        switch sources[key.rawValue] {
        case .list(let entries): entries
        case .single(let text) where !text.isEmpty: text.split(separator: ",").map(String.init)
        case .single, nil: nil
        }
    }

    private func list(_ key: ServerSettings.Key) -> [String] { entries(key) ?? [] }

    /// Reads a list of `EDITION=VALUE` pairs.
    func editions(
        _ key: ServerSettings.Key,
        example: String
    ) throws(ServerSettings.Problem) -> [(Edition, String)] {
        var editions: [(Edition, String)] = []
        for text in list(key) {
            let sides = text.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces }
            guard sides.count == 2, let edition = Edition(rawValue: sides[0].lowercased()) else {
                let names = Edition.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServerSettings.Problem(key, "must look like \(example), with one of \(names); '\(text)' doesn't")
            }
            editions.append((edition, sides[1]))
        }
        return editions
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: ServerSettings.Key
    ) throws(ServerSettings.Problem) -> Choice? {
        guard let text = text(key) else { return nil }
        guard let choice = Choice(rawValue: text.lowercased()) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: " or ")
            throw ServerSettings.Problem(key, "must be \(choices)")
        }
        return choice
    }
}
