import Foundation
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import Testing

/// Precedence of settings: flags, environment, file, defaults.
struct ServerSettingsTests {
    private func settings(_ sources: SettingSources.Source...) throws -> ServerSettings {
        try ServerSettings(reading: SettingSources(sources))
    }

    private func text(_ text: String) -> SettingSources.Value { .single(text) }

    @Test func defaultsServeThisMachineOnly() throws {
        let settings = try settings([:])
        #expect(settings.host == "127.0.0.1")
        #expect(settings.port == 8080)
        #expect(settings.dataFolder == "market-data")
        #expect(settings.profile.isEmpty)
        #expect(!settings.isDemo)
        #expect(settings.proxies.isEmpty)
    }

    @Test(arguments: ["tls-cert", "tls-key"])
    func whoAsksForTLSIsShownTheWayToCaddy(_ key: String) throws {
        let problem = #expect(throws: ServerSettings.Problem.self) {
            try settings([key: text("market.pem")])
        }
        #expect(problem?.description.hasPrefix("'\(key)' is gone") == true)
        #expect(problem?.description.contains("Caddy") == true)
        // A variable without a value is none.
        #expect(throws: Never.self) { try settings([key: text("")]) }
    }

    @Test(arguments: [
        ("127.0.0.1", "", false), ("127.8.8.8", "", false), ("::1", "", false), ("LocalHost", "", false),
        ("0.0.0.0", "", true), ("::", "", true), ("192.0.2.7", "", true), ("market.example", "", true),
        ("0.0.0.0", "10.0.0.5", false), ("::", "::1", false),
    ])
    func plainHTTPThatOthersReachWithoutAProxyIsWarnedAbout(_ host: String, _ proxy: String, _ isOpen: Bool)
        throws
    {
        let settings = try settings(["host": text(host), "trusted-proxy": text(proxy)])
        #expect(settings.sendsPasswordsOpenly == isOpen)
    }

    @Test(arguments: [
        ("https://shop.example", "", true), ("https://shop.example", "127.0.0.1", false),
        ("http://shop.example", "", false),
        ("", "", false),
    ])
    func whoAddsHTTPSWithoutBeingTrustedIsWarnedAbout(_ baseURL: String, _ proxy: String, _ isUnknown: Bool) throws {
        let settings = try settings(["base-url": text(baseURL), "trusted-proxy": text(proxy)])
        #expect(settings.isBehindUnknownProxy == isUnknown)
    }

    @Test func editionsAreListsOfNamesAndPlaces() throws {
        let settings = try settings([
            "edition-port": .list(["openmarket=8082", "Items=0", "items=0"]),
            "edition-host": text("training=Old.Example.:81,openmarket=late.example."),
            "whole-prices": text("true"),
        ])
        #expect(settings.editionPorts.map(\.edition) == [.openmarket, .items, .items])
        #expect(settings.editionPorts.map(\.port) == [8082, 0, 0])
        #expect(settings.editionHosts == ["old.example:81": .training, "late.example": .openmarket])
        #expect(settings.prices == .whole)
    }

    @Test func linksToImagesCanLeadElsewhere() throws {
        #expect(try settings([:]).imagesURL == nil)
        #expect(
            try settings(["images-url": text("https://CDN.example:8443//")]).imagesURL?.text
                == "https://CDN.example:8443/"
        )
        let bucket = try settings(["images-url": text("HTTPS://objects.example/bucket/%EC%8B%9C/")]).imagesURL
        #expect(bucket?.text == "https://objects.example/bucket/%EC%8B%9C/")
        #expect(bucket?.hasWebSizes == false)
        let cdn: SettingSources.Source = [
            "images-url": text("https://cdn.example"), "images-url-webp": text("true"),
        ]
        #expect(try settings(cdn).imagesURL?.hasWebSizes == true)
        #expect(throws: ServerSettings.Problem.self) {
            try settings(["images-url-webp": text("true")])
        }
        for wrong in ["cdn.example", "ftp://cdn.example", "https://", "https://a b/", "https://a/?x", "https://a/;y"] {
            #expect(throws: ServerSettings.Problem.self, "\(wrong)") { try settings(["images-url": text(wrong)]) }
        }
    }

    @Test func currenciesAreAnyCodesAndTheFirstIsTheDefault() throws {
        #expect(try settings([:]).prices.currencies == Currency.usual)
        let chosen = try settings(["currencies": text("usd, KRW,JPY,usd")]).prices
        #expect(chosen == PricePolicy(currencies: [.usd, .krw, .jpy]))
        let others = try settings(["currencies": text("sek,krw,CHF")]).prices.currencies
        #expect(others.map(\.rawValue) == ["SEK", "KRW", "CHF"])
        #expect(try settings(["currencies": text("EUR")]).prices.currencies.map(\.rawValue) == ["EUR"])
        for wrong in ["KRW,XXX", "KRW;USD", "EURO"] {
            #expect(throws: ServerSettings.Problem.self) { try settings(["currencies": text(wrong)]) }
        }
    }

    @Test func categoriesAreReadInTheirOrder() throws {
        func list(_ entries: [String]) -> SettingSources.Value { .list(entries) }
        #expect(try settings([:]).categories == nil)
        #expect(try settings(["categories": text("")]).categories == nil)
        #expect(try settings(["categories": list([])]).categories == [])
        let entries = [
            "toys = 장난감 |Toys,  games", "electronics/phones=휴대폰|Phones", "electronics=디지털 기기|Electronics",
            "electronics/tv-sets=TV|TV sets",
        ]
        let expected = [
            CategoryDefinition(slug: "toys", names: [.korean: "장난감", .english: "Toys, games"]),
            CategoryDefinition(slug: "electronics", names: [.korean: "디지털 기기", .english: "Electronics"]),
            CategoryDefinition(slug: "phones", names: [.korean: "휴대폰", .english: "Phones"], parent: "electronics"),
            CategoryDefinition(slug: "tv-sets", names: [.korean: "TV", .english: "TV sets"], parent: "electronics"),
        ]
        #expect(try settings(["categories": list(entries)]).categories == expected)
        // A variable, whose commas separate.
        let variable = try settings(["categories": text("books=도서|Books,books/comics=만화|Comics")]).categories
        #expect(variable?.map(\.slug) == ["books", "comics"])
    }

    @Test(arguments: [
        (["books"], "must look like"), (["books=도서"], "must look like"), (["books=도서|Books|본"], "must look like"),
        ([""], "must look like"), (["Books=도서|Books"], "'Books' isn't one"), (["=도서|Books"], "'' isn't one"),
        (["books= |Books"], "'' of 'books= |Books' isn't one"),
        (["books=\(String(repeating: "가", count: 41))|Books"], "of 1 to 40 characters"),
        (["a=가|A", "a/b=나|B", "a/b/c=다|C"], "'a/b/c' has more"), (["a=가|A", "b=나|B", "a=다|C"], "names a twice"),
        (["books/comics=만화|Comics"], "puts comics into books, which isn't"),
        (["a=가|A", "a/b=나|B", "b/c=다|C"], "puts c into b, which isn't"),
    ])
    func categoriesThatContradictThemselvesAreRefused(_ entries: [String], _ words: String) throws {
        let problem = #expect(throws: ServerSettings.Problem.self) {
            try settings(["categories": .list(entries)])
        }
        #expect(problem?.description.hasPrefix("'categories' ") == true)
        #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "")")
    }

    @Test func trustedProxiesAreAddressesAndPrefixesAndLoopback() throws {
        let listed = try settings(["trusted-proxy": text("10.0.0.0/8, 2001:db8::1")]).proxies
        let addresses = try ["10.1.2.3", "2001:db8::1", "127.0.0.1", "::1"].map { try #require(IPAddress($0)) }
        #expect(addresses.map(listed.contains) == [true, true, false, false])
        let both = try settings([
            "trusted-proxy": .list(["10.0.0.0/8", "2001:db8::1"]),
            "trust-forwarded": text("true"),
        ]).proxies
        #expect(addresses.allSatisfy(both.contains))
    }

    @Test func budgetsAreHowManyAMinuteAndHowManyAtOnce() throws {
        let defaults = try settings([:])
        #expect(defaults.limits.listings.perAddress == Budget(perMinute: 100, burst: 1000))
        let settings = try settings([
            "listing-budget": text("5:50"), "total-listing-budget": text("70"),
            "contact-budget": text("3"), "total-contact-budget": text("30 : 40"),
            "guess-budget": text("1:2"), "total-guess-budget": text("1000000:1"),
        ])
        #expect(settings.limits.listings.perAddress == Budget(perMinute: 5, burst: 50))
        #expect(settings.limits.listings.total == Budget(perMinute: 70, burst: 70))
        #expect(settings.limits.contacts.perAddress == Budget(perMinute: 3, burst: 3))
        #expect(settings.limits.contacts.total == Budget(perMinute: 30, burst: 40))
        #expect(settings.limits.guesses.perAddress == Budget(perMinute: 1, burst: 2))
        #expect(settings.limits.guesses.total == Budget(perMinute: 1_000_000, burst: 1))
    }

    @Test func directDatabaseGoesTogetherWithAPooledOne() throws {
        let settings = try settings([
            "database": text("postgres://pooler/market"), "database-direct": text("postgres://db/market"),
        ])
        #expect(settings.database == "postgres://pooler/market")
        #expect(settings.directDatabase == "postgres://db/market")
        #expect(throws: ServerSettings.Problem.self) {
            try self.settings(["database-direct": text("postgres://db/market")])
        }
    }

    @Test func listingsLastAsLongAsTheOperatorSays() throws {
        #expect(try settings([:]).lifecycles == LifecycleRules())
        #expect(LifecycleRules().lifetimeDays == nil)
        #expect(LifecycleRules().calendar.timeZoneName == "Asia/Seoul")
        let lifecycles = try settings([
            "time-zone": text("Europe/Berlin"), "sold-listed-days": text("3"),
            "lifetime-days": text("60"), "bump-days": text("1"),
        ]).lifecycles
        #expect(lifecycles.calendar == MarketCalendar(timeZone: "Europe/Berlin"))
        #expect(lifecycles.soldListedDays == 3)
        #expect(lifecycles.lifetimeDays == 60)
        #expect(lifecycles.bumpDays == 1)
    }

    @Test func firstLayerThatSaysSomethingWins() throws {
        let settings = try settings(
            ["port": text("1")],
            ["port": text("2"), "host": text("::1")],
            ["host": text("0.0.0.0"), "registration": text("Closed")]
        )
        #expect(settings.port == 1)
        #expect(settings.host == "::1")
        #expect(settings.profile.map { [$0.rawValue: $1] } == [["registration": "closed"]])
    }

    @Test func environmentVariablesAreNamedAfterTheirSettings() throws {
        let source = try SettingSources.environment([
            "OPENMARKET_PORT": "9000", "OPENMARKET_BASE_URL": "https://market.example", "OPENMARKET_DEMO": "yes",
            "OPENMARKET_TRUSTED_PROXY": "10.0.0.0/8, ::1", "PORT": "1", "openmarket_host": "0.0.0.0",
        ])
        let settings = try settings(source)
        #expect(settings.port == 9000)
        #expect(settings.baseURL?.text == "https://market.example")
        #expect(settings.isDemo)
        #expect(settings.host == "127.0.0.1")
        let address = try #require(IPAddress("10.1.2.3"))
        #expect(settings.proxies.contains(address))
        #expect(throws: ServerSettings.Problem.self) {
            try self.settings(try SettingSources.environment(["OPENMARKET_TLS_CERT": "market.pem"]))
        }
    }

    @Test func settingsFileHasTextsNumbersBooleansAndLists() throws {
        let file = """
            {"port": 9000, "demo": true, "whole-prices": "no", "guess-budget": 7, "places": ["역삼동", "Gangnam"],
             "lifetime-days": null, "categories": [], "host": "::1"}
            """
        let settings = try settings(try SettingSources.file(Data(file.utf8), path: "market.json"))
        #expect(settings.port == 9000)
        #expect(settings.isDemo)
        #expect(settings.prices == .exact)
        #expect(settings.limits.guesses.perAddress == Budget(perMinute: 7, burst: 7))
        #expect(settings.places == ["역삼동", "Gangnam"])
        #expect(settings.lifecycles.lifetimeDays == nil)
        #expect(settings.categories == [])
        #expect(settings.host == "::1")
    }

    @Test(arguments: [
        ("", "isn't a JSON object."), ("[]", "isn't a JSON object."), ("{", "isn't a JSON object."),
        ("{\n  \"host\": \"::1\"\n  \"port\": 1,\n  \"demo\": true\n}", "JSON object: there's a mistake in line 3, or"),
        ("{\"places\": [\"역삼동\",\n\"Gangnam\"],\n\n\"demo\": yes}", "in line 4, or"), ("port = 80", "in line 1, or"),
        (#"{"port": 1, "host": "::1", "port" : 2}"#, "'port' is there twice"),
        (#"{"port": {"http": 80}}"#, "'port' must be"), (#"{"host": "::1", "places": [["a"]]}"#, "'places' must be"),
    ])
    func whatIsNoSettingsFileIsRefused(_ file: String, _ words: String) {
        let problem = #expect(throws: ServerSettings.Problem.self) {
            try SettingSources.file(Data(file.utf8), path: "market.json")
        }
        #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "")")
    }

    @Test func textsLikeNamesAreNoSettings() throws {
        let file = #"{"node": "port", "places": ["port", "\"port\": 1", "port: 2"], "port": 9000}"#
        let settings = try settings(try SettingSources.file(Data(file.utf8), path: "market.json"))
        #expect(settings.port == 9000 && settings.nodeName == "port")
    }

    // MARK: Where a mistake is

    @Test func mistakeIsToldWithItsValueAndItsPlace() throws {
        func sentence(_ sources: SettingSources.Source...) -> String? {
            #expect(throws: ServerSettings.Problem.self) { try ServerSettings(reading: SettingSources(sources)) }?
                .description
        }
        #expect(
            sentence(["port": text("70000")])
                == "'port' must be a number from 0 to 65535. --port has '70000'."
        )
        let variable = try SettingSources.environment(["OPENMARKET_DRAIN_SECONDS": "soon"])
        #expect(
            sentence([:], variable)
                == "'drain-seconds' must be a number from 0 to 600. The variable OPENMARKET_DRAIN_SECONDS has 'soon'."
        )
        let file = try SettingSources.file(
            Data(#"{"log-level": "loud", "base-url": "https://host/market"}"#.utf8),
            path: "/etc/market.json"
        )
        #expect(
            sentence([:], [:], file)?.hasSuffix("The settings file /etc/market.json has 'https://host/market'.") == true
        )
        #expect(sentence(["base-url": text("http://a")], file)?.hasPrefix("'log-level' must be") == true)
        #expect(sentence(["categories": .list(["a"])])?.hasSuffix("--categories has 'a'.") == true)
        // A password stays where it is.
        let secret = try SettingSources.environment(["OPENMARKET_DATABASE_DIRECT": "postgres://market:hush@db/market"])
        #expect(sentence(secret)?.contains("hush") == false)
        #expect(sentence(secret)?.contains("OPENMARKET_DATABASE_DIRECT") == true)
    }

    @Test func addressOfKubernetesIsExplained() throws {
        let variables = [
            "OPENMARKET_PORT": "tcp://10.96.0.1:8080", "OPENMARKET_SERVICE_HOST": "10.96.0.1",
            "OPENMARKET_SERVICE_PORT": "8080", "OPENMARKET_SERVICE_PORT_HTTP": "8080",
            "OPENMARKET_PORT_8080_TCP": "tcp://10.96.0.1:8080", "OPENMARKET_PORT_8080_TCP_ADDR": "10.96.0.1",
            "OPENMARKET_POSTGRES_PORT": "tcp://10.96.0.2:5432", "OPENMARKET_POSTGRES_SERVICE_HOST": "10.96.0.2",
            "OPENMARKET_POSTGRES_PORT_5432_TCP_PROTO": "tcp",
        ]
        let environment = try SettingSources.environment(variables)
        let problem = #expect(throws: ServerSettings.Problem.self) { try self.settings([:], environment) }
        let sentence = problem?.description ?? ""
        for words in ["'port'", "OPENMARKET_PORT", "'tcp://10.96.0.1:8080'", "Kubernetes", "--port"] {
            #expect(sentence.contains(words), "\(sentence)")
        }
        #expect(try settings(["port": text("9000")], environment).port == 9000)
    }

    @Test(arguments: [
        ("OPENMARKET_TRUSTED_PROXIES", "Did you mean OPENMARKET_TRUSTED_PROXY?"),
        ("OPENMARKET_PROT", "Did you mean OPENMARKET_PORT?"),
        ("OPENMARKET_BASEURL", "Did you mean OPENMARKET_BASE_URL?"),
        ("OPENMARKET_SECRET_SAUCE", "--help' lists the settings"), ("OPENMARKET_", "--help' lists the settings"),
        ("OPENMARKET_CONFIG", "--help' lists the settings"),
    ])
    func variableThatIsNoSettingIsRefused(_ variable: String, _ words: String) {
        let problem = #expect(throws: ServerSettings.Problem.self) { try SettingSources.environment([variable: "x1"]) }
        let sentence = problem?.description ?? ""
        #expect(sentence.contains(variable) && sentence.contains("'x1'") && sentence.contains(words), "\(sentence)")
    }

    @Test func variablesOfOtherCommandsAndProgramsAreLeftAlone() throws {
        let variables = [
            "OPENMARKET_SERVER": "http://x", "OPENMARKET_IDENTITY": "/x", "MARKET_PORT": "1", "openmarket_prot": "1",
        ]
        #expect(try SettingSources.environment(variables).isEmpty)
    }

    @Test(arguments: [
        ("prot", "Did you mean port?"), ("Port", "Did you mean port?"), ("base_url", "Did you mean base-url?"),
        ("trusted-proxies", "Did you mean trusted-proxy?"), ("theme", "lists the settings"), ("", "lists the settings"),
    ])
    func keyOfAFileThatIsNoSettingIsRefused(_ key: String, _ words: String) {
        let file = Data("{\"host\": \"::1\", \"\(key)\": null}".utf8)
        let problem = #expect(throws: ServerSettings.Problem.self) {
            try SettingSources.file(file, path: "market.json")
        }
        let sentence = problem?.description ?? ""
        #expect(sentence.contains("'\(key)'") && sentence.contains(words), "\(sentence)")
    }

    @Test(arguments: ["80.5", "1e99", "0x50", " 80"])
    func numberThatIsNoneIsRefused(_ text: String) {
        #expect(throws: ServerSettings.Problem.self) { try settings(["port": .single(text)]) }
    }

    @Test(arguments: [
        ("base-url", "market.example"), ("base-url", "ftp://x"), ("base-url", "http://a b"),
        ("base-url", "https://host/market"), ("edition-port", "openmarket"), ("edition-port", "late=8082"),
        ("edition-port", "items=high"), ("edition-host", "items="),
        ("edition-host", "items=a b"), ("edition-host", "items=x,training=X"),
        ("trusted-proxy", "proxy.example"), ("trusted-proxy", "10.0.0.0/33"),
        ("contact-budget", "5:"), ("listing-budget", "1:2:3"), ("time-zone", "Asia/Atlantis"),
        ("ios-app", "example.market"), ("ios-app", "A1B2C3D4E5"), ("ios-app", "a1b2c3d4e5.example.market"),
        ("ios-app", "A1B2C3D4E5.example..market"), ("ios-app", "A1B2C3D4E5.example.*"),
    ])
    func mistakeIsToldByName(_ key: String, _ value: String) {
        let problem = #expect(throws: ServerSettings.Problem.self) {
            try settings([key: text(value)])
        }
        #expect(problem?.description.contains("'\(key)'") == true)
    }

    @Test(arguments: ["items=8080", "items=9000,training=9000"])
    func portThatIsGivenTwiceIsToldByNumber(_ ports: String) {
        let problem = #expect(throws: ServerSettings.Problem.self) {
            try settings(["port": text("8080"), "edition-port": text(ports)])
        }
        #expect(problem?.description.contains("0 is given twice") == true)
    }
}
