public import Logging
public import MarketAPI
public import MarketCore
public import MarketModels

/// The operator's settings, from ``SettingSources`` or by default.
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
    public var logLevel: Logger.Level
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
    /// The identifier of the iOS app that opens links to products; nil if none does.
    public var iosApp: AppIdentifier?
    /// How long listings last, and when a day ends.
    public var lifecycles: LifecycleRules
    /// The limits of the server, with the configured budgets for listings and contacts.
    public var limits = ServerLimits()

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
        case iosApp = "ios-app"
    }

    /// The settings of the TLS that earlier versions spoke themselves. A market that was started with them would
    /// otherwise answer without encryption.
    public enum RemovedKey: String, CaseIterable, Sendable {
        case tlsCertificate = "tls-cert"
        case tlsKey = "tls-key"
    }

    /// An error in a setting, as sentences for the operator.
    public struct Problem: Error, CustomStringConvertible, Hashable, Sendable {
        public let description: String
        /// The name of the setting; nil if there are several.
        let setting: String?

        init(description: String) {
            self.description = description
            setting = nil
        }

        /// - Parameter rule: what is wrong, as the end of a sentence about the setting.
        init(_ setting: String, _ rule: String) {
            description = "'\(setting)' \(rule)."
            self.setting = setting
        }

        init(_ key: Key, _ rule: String) { self.init(key.rawValue, rule) }
    }

    /// - Throws: A ``Problem`` that names the setting, its value and the source that has it.
    public init(reading sources: SettingSources) throws(Problem) {
        do {
            try self.init(checking: sources)
        } catch {
            guard let whereabouts = error.setting.flatMap(sources.whereabouts) else { throw error }
            throw Problem(description: "\(error) \(whereabouts)")
        }
    }

    private init(checking sources: SettingSources) throws(Problem) {
        let reader = SettingReader(sources)
        try reader.refuseRemovedKeys()
        host = reader.text(.host) ?? "127.0.0.1"
        port = try reader.integer(.port, in: 0...65_535) ?? 8080
        dataFolder = reader.text(.data) ?? "market-data"
        database = reader.text(.database)
        directDatabase = reader.text(.directDatabase)
        if directDatabase != nil, database == nil {
            throw Problem(.directDatabase, "only goes together with 'database'")
        }
        images = reader.text(.images)
        imageCacheMegabytes = try reader.integer(.imageCache, in: 16...100_000_000) ?? 2048
        baseURL = try reader.text(.baseURL).map { text throws(Problem) in
            guard let origin = Origin(baseURL: text) else {
                throw Problem(
                    .baseURL,
                    "must look like https://market.example, without a path: a market has a host name of its own"
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
                throw Problem(.nodeName, "must be 1 to 64 letters, digits, dots, dashes or underscores")
            }
            return text
        }
        traceLog = reader.text(.traceLog)
        traceInterval = try reader.integer(.traceInterval, in: 1...1_000_000_000) ?? 1
        logLevel = try reader.choice(.logLevel) ?? .info
        logFormat = try reader.choice(.logFormat) ?? .text
        isDemo = try reader.flag(.demo) ?? false
        limits.listings.perAddress = try reader.budget(.listingBudget) ?? limits.listings.perAddress
        limits.listings.total = try reader.budget(.totalListingBudget) ?? limits.listings.total
        limits.contacts.perAddress = try reader.budget(.contactBudget) ?? limits.contacts.perAddress
        limits.contacts.total = try reader.budget(.totalContactBudget) ?? limits.contacts.total
        limits.guesses.perAddress = try reader.budget(.guessBudget) ?? limits.guesses.perAddress
        limits.guesses.total = try reader.budget(.totalGuessBudget) ?? limits.guesses.total
        prices = PricePolicy(
            isWhole: try reader.flag(.wholePrices) ?? false,
            currencies: try reader.currencies(.currencies)
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
        iosApp = try reader.text(.iosApp).map { text throws(Problem) in
            guard let app = AppIdentifier(text) else {
                throw Problem(.iosApp, "must be a team and a bundle identifier such as A1B2C3D4E5.example.market")
            }
            return app
        }
        editionHosts = [:]
        for (edition, host) in try reader.editions(.editionHost, example: "openmarket=old.market.example") {
            let host = host.lowercased()
            guard Origin(scheme: "http", authority: host) != nil else {
                throw Problem(.editionHost, "must name a host; '\(host)' isn't one")
            }
            guard editionHosts.updateValue(edition, forKey: host) == nil else {
                throw Problem(.editionHost, "names \(host) twice")
            }
        }
        editionPorts = try reader.editions(.editionPort, example: "openmarket=8082")
            .map { edition, text throws(Problem) in
                guard let port = Int(text), 0...65_535 ~= port else {
                    throw Problem(.editionPort, "must give a port from 0 to 65535; '\(text)' isn't one")
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
