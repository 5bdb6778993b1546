public import MarketAPI
import MarketCore
public import MarketModels

/// The operator's settings, from ``SettingSources`` or by default: each of those that are ``Declared``, by its name there, and what
/// follows from several of them.
@dynamicMemberLookup
public struct ServerSettings: Sendable {
    public static let declared = Declared()
    /// All settings, in the order of their declarations.
    public static let all =
        Mirror(reflecting: declared).children.compactMap { $0.value as? any DeclaredSetting } + ProfileSettings.all

    /// Settings that are refused, with the reason as the end of a sentence: those of the TLS that earlier versions spoke
    /// themselves. A market that was started with them would otherwise answer without encryption.
    public static let removed: KeyValuePairs = ["tls-cert": Self.tls, "tls-key": Self.tls]
    private static let tls =
        "is gone, because the market speaks plain HTTP: put Caddy in front of it, which gets and renews certificates by "
        + "itself. See Documentation/Operating.md"

    private let values: [String: any Sendable]

    public subscript<Value>(dynamicMember setting: KeyPath<Declared, Setting<Value>>) -> Value {
        let setting = Self.declared[keyPath: setting]
        return values[setting.name] as? Value ?? setting.usual
    }

    /// An error in a setting, as sentences for the operator.
    public struct Problem: Error, CustomStringConvertible, Hashable, Sendable {
        public let description: String

        init(description: String) {
            self.description = description
        }

        /// - Parameters:
        ///   - rule: what is wrong, as the end of a sentence about the setting.
        ///   - sources: where the value is from.
        init(_ setting: String, _ rule: String, in sources: SettingSources) {
            description = "'\(setting)' \(rule).\(sources.whereabouts(of: setting).map { " \($0)" } ?? "")"
        }
    }

    /// - Throws: A ``Problem`` that names the setting, its value and the source that has it.
    public init(reading sources: SettingSources) throws(Problem) {
        for (name, rule) in Self.removed where sources[name]?.text.isEmpty == false {
            throw Problem(name, rule, in: sources)
        }
        var values: [String: any Sendable] = [:]
        for setting in Self.all { values[setting.name] = try setting.anyValue(in: sources) }
        self.values = values
        try check(sources)
    }

    /// Checks the settings that depend on each other.
    private func check(_ sources: SettingSources) throws(Problem) {
        if self.directDatabase != nil, self.database == nil {
            throw Problem(Self.declared.directDatabase.name, "only goes together with 'database'", in: sources)
        }
        if self.imagesURLHasWebSizes, self.imagesAddress == nil {
            throw Problem(Self.declared.imagesURLHasWebSizes.name, "only goes together with 'images-url'", in: sources)
        }
        var hosts: Set<String> = []
        for host in self.editionHostList.map(\.host) where !hosts.insert(host).inserted {
            throw Problem(Self.declared.editionHostList.name, "names \(host) twice", in: sources)
        }
        var ports: Set<Int> = [self.port]
        for extra in self.editionPorts where extra.port != 0 && !ports.insert(extra.port).inserted {
            throw Problem(description: "Port \(extra.port) is given twice. Each edition needs a port of its own.")
        }
        if let port = self.metricsPort, port != 0, !ports.insert(port).inserted {
            throw Problem(description: "Port \(port) is given twice. Metrics need a port of their own.")
        }
    }
}

// MARK: - What follows from several settings

extension ServerSettings {
    /// The hosts that speak exactly one edition.
    public var editionHosts: [String: Edition] {
        Dictionary(self.editionHostList.map { ($0.host, $0.edition) }) { one, _ in one }
    }

    /// Where links to images lead; nil for the market itself.
    public var imagesURL: ImagesURL? {
        self.imagesAddress.flatMap { ImagesURL($0.text, hasWebSizes: self.imagesURLHasWebSizes) }
    }

    public var proxies: TrustedProxies {
        (self.trustsForwarded ? .loopback : .none) + TrustedProxies(self.trustedProxies)
    }

    /// What the settings say of the market itself. The operator's commands don't change it then.
    public var profile: [ProfileKey: String] {
        let pairs = ProfileKey.allCases.map { ($0, self.values[$0.settingName] as? String) }
        return Dictionary(uniqueKeysWithValues: pairs).compactMapValues(\.self)
    }

    /// What the settings say about listings.
    public var policy: ListingPolicy {
        ListingPolicy(prices: self.prices, places: self.places, lifecycles: self.lifecycles)
    }

    public var prices: PricePolicy {
        PricePolicy(isWhole: self.hasWholePrices, currencies: self.currencies.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// How long listings last, and when a day ends.
    public var lifecycles: LifecycleRules {
        LifecycleRules(
            soldListedDays: self.soldListedDays,
            lifetimeDays: self.lifetimeDays,
            bumpDays: self.bumpDays,
            calendar: self.calendar
        )
    }

    /// The language of pages for clients that name none, unless the market's profile has one: that of the time zone.
    public var language: Language { Language(timeZone: self.calendar.timeZoneName) }

    /// The limits of the server, with the configured budgets.
    public var limits: ServerLimits {
        var limits = ServerLimits()
        limits.listings.perAddress = self.listingBudget
        limits.listings.total = self.totalListingBudget
        limits.contacts.perAddress = self.contactBudget
        limits.contacts.total = self.totalContactBudget
        limits.guesses.perAddress = self.guessBudget
        limits.guesses.total = self.totalGuessBudget
        return limits
    }

    /// Whether people's passwords pass a network unencrypted: other machines reach the server, and no proxy is trusted
    /// that could speak HTTPS with them.
    public var sendsPasswordsOpenly: Bool { !isOnLoopback && proxies.isEmpty }

    /// Whether links begin with `https`, so that a proxy speaks that with people, and none is trusted to say for whom.
    public var isBehindUnknownProxy: Bool { self.baseURL?.text.hasPrefix("https:") == true && proxies.isEmpty }

    private var isOnLoopback: Bool {
        switch IPAddress(self.host) {
        case .v4(let bits): bits >> 24 == 127
        case let address?: address == .v6(high: 0, low: 1)
        case nil: self.host.lowercased() == "localhost"
        }
    }
}

/// The identifier of an iOS app: its team, ten capital letters and digits, and its bundle identifier.
public struct AppIdentifier: Hashable, Sendable {
    public let text: String

    /// Reads an identifier such as `A1B2C3D4E5.example.market`; nil if the text is none.
    public init?(_ text: String) {
        guard text.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) != nil, text.utf8.count <= 166 else { return nil }
        self.text = text
    }
}
