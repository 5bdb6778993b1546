public import Configuration
public import MarketAPI
public import MarketCore
public import MarketModels

/// The operator's settings, in descending precedence: flags, environment variables, a configuration file, defaults.
public struct ServerSettings: Sendable {
    /// The format of log entries.
    public enum LogFormat: String, CaseIterable, Sendable {
        case text, json
    }

    public var host: String
    public var port: Int
    /// The folder of the database, the images, uploads in progress and the admin socket.
    public var dataFolder: String
    /// The address of a PostgreSQL database, which may contain a password; nil for the database in the data folder.
    public var database: String?
    /// The address of the same database without a pooler in between; nil if `database` is such an address.
    public var directDatabase: String?
    /// The address of an object store with the images; nil for the data folder.
    public var images: String?
    /// The maximum size of the images that are kept in the data folder if they are in an object store, in megabytes.
    public var imageCacheMegabytes: Int
    public var baseURL: Origin?
    /// Where links to images lead; nil for the market itself.
    public var imagesURL: ImagesURL?
    public var registration: ListForSale.Registration
    public var proxies: TrustedProxies
    /// A port for metrics and health only; 0 picks a free port, nil disables it.
    public var metricsPort: Int?
    public var showsMetricsToAll: Bool
    /// The time in seconds for which the server serves on after it was told to stop, while it tells load balancers that it
    /// isn't ready.
    public var drainSeconds: Int
    /// The name of this server in its log; nil for none.
    public var nodeName: String?
    /// The file that spans of requests are written to; nil for none.
    public var traceLog: String?
    /// One in this many requests is traced.
    public var traceInterval: Int
    public var logLevel: String
    public var logFormat: LogFormat
    public var isDemo: Bool
    /// The hosts that speak exactly one edition.
    public var editionHosts: [String: Edition]
    /// Additional ports that speak exactly one edition, in the order given.
    public var editionPorts: [EditionPort]
    public var prices: PricePolicy
    /// The places that listing forms suggest.
    public var places: [String]
    /// The categories, each top level directly before its second level; nil if they are changed by the operator's
    /// commands only.
    public var categories: [CategoryDefinition]?
    /// How long listings last, and when a day ends.
    public var lifecycles: LifecycleRules
    /// The limits of the server, with the configured budgets for listings and contacts.
    public var limits = ServerLimits()
    public var attempts = AttemptLimiter.Limits()

    /// An additional port that speaks exactly one edition (`--edition-port`).
    public struct EditionPort: Hashable, Sendable {
        public let edition: Edition
        /// 0 picks a free port.
        public let port: Int
    }

    /// The names of the settings in a configuration file. The flag is `--name`, the environment variable
    /// `OPENMARKET_NAME`.
    public enum Key: String, CaseIterable, Sendable {
        case host, port, data, database, images, registration, demo
        case directDatabase = "database-direct"
        case imageCache = "images-cache"
        case baseURL = "base-url"
        case imagesURL = "images-url"
        case imagesURLHasWebSizes = "images-url-webp"
        case trustForwarded = "trust-forwarded"
        case trustedProxy = "trusted-proxy"
        case metricsPort = "metrics-port"
        case publicMetrics = "public-metrics"
        case drainSeconds = "drain-seconds"
        case nodeName = "node"
        case traceLog = "trace-log"
        case traceInterval = "trace-one-in"
        case logLevel = "log-level"
        case logFormat = "log-format"
        case editionHost = "edition-host"
        case editionPort = "edition-port"
        case wholePrices = "whole-prices"
        case listingBudget = "listing-budget"
        case totalListingBudget = "total-listing-budget"
        case contactBudget = "contact-budget"
        case totalContactBudget = "total-contact-budget"
        case guessBudget = "guess-budget"
        case totalGuessBudget = "total-guess-budget"
        case currencies, places, categories
        case timeZone = "time-zone"
        case soldListedDays = "sold-listed-days"
        case lifetimeDays = "lifetime-days"
        case bumpDays = "bump-days"

        var configurationKey: ConfigKey { ConfigKey([rawValue]) }
    }

    /// The settings of the TLS that earlier versions spoke themselves. A market that was started with them would
    /// otherwise answer without encryption.
    public enum RemovedKey: String, CaseIterable, Sendable {
        case tlsCertificate = "tls-cert"
        case tlsKey = "tls-key"
    }

    /// An error in a setting, as a sentence for the operator.
    public struct Problem: Error, CustomStringConvertible, Hashable, Sendable {
        public let description: String
    }

    public init(reading configuration: ConfigReader) throws(Problem) {
        let reader = SettingReader(configuration)
        try reader.refuseRemovedKeys()
        host = reader.text(.host) ?? "127.0.0.1"
        port = try reader.integer(.port, in: 0...65_535) ?? 8080
        dataFolder = reader.text(.data) ?? "market-data"
        database = reader.text(.database)
        directDatabase = reader.text(.directDatabase)
        if directDatabase != nil, database == nil {
            throw Problem(description: "'database-direct' only goes together with 'database'.")
        }
        images = reader.text(.images)
        imageCacheMegabytes = try reader.integer(.imageCache, in: 16...100_000_000) ?? 2048
        baseURL = try reader.text(.baseURL).map { text throws(Problem) in
            guard let origin = Origin(baseURL: text) else {
                throw Problem(
                    description: "'base-url' must look like https://market.example; '\(text)' doesn't."
                )
            }
            return origin
        }
        imagesURL = try reader.imagesURL()
        registration = try reader.choice(.registration) ?? .open
        proxies = try reader.flag(.trustForwarded) ?? false ? .loopback : .none
        proxies = proxies + TrustedProxies(try reader.prefixes(.trustedProxy))
        metricsPort = try reader.integer(.metricsPort, in: 0...65_535)
        showsMetricsToAll = try reader.flag(.publicMetrics) ?? false
        drainSeconds = try reader.integer(.drainSeconds, in: 0...600) ?? 0
        nodeName = try reader.text(.nodeName).map { text throws(Problem) in
            guard text.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) != nil else {
                throw Problem(description: "'node' must be 1 to 64 letters, digits, dots, dashes or underscores.")
            }
            return text
        }
        traceLog = reader.text(.traceLog)
        traceInterval = try reader.integer(.traceInterval, in: 1...1_000_000_000) ?? 1
        logLevel = reader.text(.logLevel) ?? "info"
        logFormat = try reader.choice(.logFormat) ?? .text
        isDemo = try reader.flag(.demo) ?? false
        limits.listings.perAddress = try reader.budget(.listingBudget) ?? limits.listings.perAddress
        limits.listings.total = try reader.budget(.totalListingBudget) ?? limits.listings.total
        limits.contacts.perAddress = try reader.budget(.contactBudget) ?? limits.contacts.perAddress
        limits.contacts.total = try reader.budget(.totalContactBudget) ?? limits.contacts.total
        attempts.perAddress = try reader.budget(.guessBudget) ?? attempts.perAddress
        attempts.total = try reader.budget(.totalGuessBudget) ?? attempts.total
        prices = PricePolicy(
            isWhole: try reader.flag(.wholePrices) ?? false,
            currencies: try reader.currencies(.currencies) ?? Currency.usual
        )
        places = try reader.places(.places)
        categories = try reader.entries(.categories).map(CategorySetting.definitions)
        let usual = LifecycleRules()
        lifecycles = LifecycleRules(
            soldListedDays: try reader.integer(.soldListedDays, in: LifecycleRules.days) ?? usual.soldListedDays,
            lifetimeDays: try reader.integer(.lifetimeDays, in: LifecycleRules.days),
            bumpDays: try reader.integer(.bumpDays, in: LifecycleRules.days) ?? usual.bumpDays,
            calendar: try reader.calendar(.timeZone) ?? usual.calendar
        )
        editionHosts = [:]
        for (edition, host) in try reader.editions(.editionHost, example: "openmarket=old.market.example") {
            let host = host.lowercased()
            guard Origin(scheme: "http", authority: host) != nil else {
                throw Problem(description: "'edition-host' must name a host; '\(host)' isn't one.")
            }
            guard editionHosts.updateValue(edition, forKey: host) == nil else {
                throw Problem(description: "'edition-host' names \(host) twice.")
            }
        }
        editionPorts = try reader.editions(.editionPort, example: "openmarket=8082")
            .map { edition, text throws(Problem) in
                guard let port = Int(text), 0...65_535 ~= port else {
                    throw Problem(
                        description: "'edition-port' must give a port from 0 to 65535; '\(text)' isn't one."
                    )
                }
                return EditionPort(edition: edition, port: port)
            }
        var ports: Set<Int> = [port]
        for extra in editionPorts where extra.port != 0 {
            guard ports.insert(extra.port).inserted else {
                throw Problem(description: "Port \(extra.port) is given twice. Each edition needs a port of its own.")
            }
        }
        if let metricsPort, metricsPort != 0, !ports.insert(metricsPort).inserted {
            throw Problem(description: "Port \(metricsPort) is given twice. Metrics need a port of their own.")
        }
    }
}

extension ServerSettings {
    /// Whether people's passwords pass a network unencrypted: other machines reach the server, and no proxy is trusted
    /// that could speak HTTPS with them.
    public var sendsPasswordsOpenly: Bool { !isOnLoopback && proxies.isEmpty }

    private var isOnLoopback: Bool {
        switch IPAddress(host) {
        case .v4(let bits): bits >> 24 == 127
        case let address?: address == .v6(high: 0, low: 1)
        case nil: host.lowercased() == "localhost"
        }
    }
}

/// A reader of single settings that reports invalid values.
private struct SettingReader {
    private let configuration: ConfigReader

    init(_ configuration: ConfigReader) {
        self.configuration = configuration
    }

    func refuseRemovedKeys() throws(ServerSettings.Problem) {
        for key in ServerSettings.RemovedKey.allCases {
            guard configuration.string(forKey: ConfigKey([key.rawValue]))?.isEmpty == false else { continue }
            throw ServerSettings.Problem(
                description:
                    "'\(key.rawValue)' is gone, because the market speaks plain HTTP: put Caddy in front of it, "
                    + "which gets and renews certificates by itself. See Documentation/Operating.md."
            )
        }
    }

    func text(_ key: ServerSettings.Key) -> String? {
        let text = configuration.string(forKey: key.configurationKey)
        return text?.isEmpty == true ? nil : text
    }

    /// Reads an integer. `ConfigReader` returns nil for values that it can't convert; here they are errors.
    func integer(_ key: ServerSettings.Key, in range: ClosedRange<Int>) throws(ServerSettings.Problem) -> Int? {
        let value = configuration.int(forKey: key.configurationKey)
        if value == nil, text(key) == nil { return nil }
        guard let value, range.contains(value) else {
            throw ServerSettings.Problem(
                description: "'\(key.rawValue)' must be a number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return value
    }

    /// Reads a budget such as `100:1000`: 100 per minute, with a burst of 1000. A single number sets both.
    func budget(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> Budget? {
        guard let text = text(key) ?? configuration.int(forKey: key.configurationKey).map(String.init) else {
            return nil
        }
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0.trimmingSpaces) ?? 0 }
        guard let perMinute = numbers.first, let burst = numbers.last, numbers.count <= 2,
            1...Self.largestBudget ~= perMinute, 1...Self.largestBudget ~= burst
        else {
            throw ServerSettings.Problem(
                description: "'\(key.rawValue)' must be a rate per minute and a burst, such as 100:1000, "
                    + "each from 1 to \(Self.largestBudget); '\(text)' isn't."
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
                throw ServerSettings.Problem(description: "'images-url-webp' only goes together with 'images-url'.")
            }
            return nil
        }
        guard let url = ImagesURL(text, hasWebSizes: hasWebSizes) else {
            throw ServerSettings.Problem(
                description: "'images-url' must look like https://cdn.example/images; '\(text)' doesn't."
            )
        }
        return url
    }

    func flag(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> Bool? {
        let value = configuration.bool(forKey: key.configurationKey)
        if value == nil, text(key) != nil {
            throw ServerSettings.Problem(description: "'\(key.rawValue)' must be true or false.")
        }
        return value
    }

    /// Reads a list of addresses and address prefixes.
    func prefixes(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> [AddressPrefix] {
        var prefixes: [AddressPrefix] = []
        for text in list(key) {
            guard let prefix = AddressPrefix(text.trimmingSpaces) else {
                throw ServerSettings.Problem(
                    description:
                        "'\(key.rawValue)' must be an address such as 10.0.0.5 or a prefix such as 10.0.0.0/8; "
                        + "'\(text)' isn't."
                )
            }
            prefixes.append(prefix)
        }
        return prefixes
    }

    /// Reads a list of currency codes, which must include KRW.
    ///
    /// - Returns: Each currency once, in the order of `Currency.allCases`; nil if the setting is absent.
    func currencies(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> [Currency]? {
        var chosen: Set<Currency> = []
        for text in list(key).flatMap({ $0.split(separator: ",") }) {
            guard let currency = Currency(rawValue: text.trimmingSpaces.uppercased()) else {
                throw ServerSettings.Problem(
                    description: "'\(key.rawValue)' takes codes of ISO 4217 such as KRW or CHF; '\(text)' isn't one."
                )
            }
            chosen.insert(currency)
        }
        if chosen.isEmpty { return nil }
        guard chosen.contains(.krw) else {
            throw ServerSettings.Problem(description: "'\(key.rawValue)' must include KRW.")
        }
        return Currency.allCases.filter(chosen.contains)
    }

    /// Reads a list of places, each once and in the order given.
    func places(_ key: ServerSettings.Key) throws(ServerSettings.Problem) -> [String] {
        var places: [String] = []
        for text in list(key).flatMap({ $0.split(separator: ",") }).map(\.trimmingSpaces) {
            guard text.unicodeScalars.count <= ListingAttributes.placeLength.upperBound else {
                throw ServerSettings.Problem(
                    description: "'\(key.rawValue)' takes places of at most "
                        + "\(ListingAttributes.placeLength.upperBound) characters; '\(text)' is longer."
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
            throw ServerSettings.Problem(
                description: "'\(key.rawValue)' must name a time zone such as Asia/Seoul; '\(text)' isn't one."
            )
        }
        return calendar
    }

    /// Reads a list that a file can give without entries; nil if the setting is absent. An empty variable counts as
    /// absent.
    func entries(_ key: ServerSettings.Key) -> [String]? {
        guard let text = configuration.string(forKey: key.configurationKey) else {
            return configuration.stringArray(forKey: key.configurationKey)
        }
        return text.isEmpty ? nil : text.split(separator: ",").map(String.init)
    }

    private func list(_ key: ServerSettings.Key) -> [String] {
        configuration.stringArray(forKey: key.configurationKey)
            ?? text(key).map { $0.split(separator: ",").map(String.init) } ?? []
    }

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
                throw ServerSettings.Problem(
                    description: "'\(key.rawValue)' must look like \(example), with one of \(names); '\(text)' doesn't."
                )
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
            throw ServerSettings.Problem(description: "'\(key.rawValue)' must be \(choices), not '\(text)'.")
        }
        return choice
    }
}
