import ArgumentParser
import Foundation
import MarketPostgres
import MarketServer

/// The `openmarket serve` command.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a market.",
        discussion: """
            Each setting can come from a flag, from a variable such as OPENMARKET_PORT, or from a JSON file given with \
            --config. Flags come first, then variables, then the file:

              {"port": 80, "host": "0.0.0.0", "data": "/var/lib/openmarket", "base-url": "https://market.example"}

            Only the file and a variable can define the categories; 'openmarket category' doesn't change them then:

              {"categories": ["electronics=디지털 기기|Electronics", "electronics/phones=휴대폰|Phones"]}

            Stop it with Ctrl-C or SIGTERM. Requests in progress are finished first.
            """
    )

    @Option(help: ArgumentHelp("The address to listen on; 0.0.0.0 for all of this machine's. (default: 127.0.0.1)"))
    var host: String?

    @Option(help: ArgumentHelp("The port to listen on; 0 picks a free one. (default: 8080)"))
    var port: Int?

    @Option(
        name: [.customLong("data"), .customLong("data-folder")],
        help: ArgumentHelp(
            "The folder for everything the market keeps; created if it doesn't exist. (default: market-data)",
            valueName: "folder"
        )
    )
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The address of a PostgreSQL database to use instead of the one in the folder, such as "
                + "postgres://market@db.example/market?sslmode=verify-full, without the password. (default: none)",
            valueName: "url"
        )
    )
    var database: String?

    @Option(
        name: .customLong("database-direct"),
        help: ArgumentHelp(
            "The address of the same database without a pooler, if --database leads to one, such as PgBouncer. "
                + "(default: none)",
            valueName: "url"
        )
    )
    var databaseDirect: String?

    @Option(
        help: ArgumentHelp(
            "The address of an object store for the pictures, such as "
                + "s3://bucket/prefix?endpoint=https://objects.example&region=us-east-1; the keys are in "
                + "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. (default: the data folder)",
            valueName: "url"
        )
    )
    var images: String?

    @Option(
        name: .customLong("images-cache"),
        help: ArgumentHelp(
            "The megabytes that pictures from an object store take in the data folder. (default: 2048)",
            valueName: "n"
        )
    )
    var imageCache: Int?

    @Option(
        name: .customLong("images-url"),
        help: ArgumentHelp(
            "The address that links to pictures lead to instead of this market, such as that of a CDN or of a public "
                + "bucket: https://cdn.example/images. (default: none)",
            valueName: "url"
        )
    )
    var imagesURL: String?

    @Flag(
        name: .customLong("images-url-webp"),
        help: "Links to WebP sizes lead to --images-url, too: it asks this market for what it doesn't have."
    )
    var imagesURLHasWebSizes = false

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The address that links start with, if people reach the market by another name than the server sees. "
                + "(default: the address of each request)",
            valueName: "url"
        )
    )
    var baseURL: String?

    @Flag(help: "Fill an empty market with sample products first.")
    var demo = false

    @Option(
        help: ArgumentHelp("Who can list products: open (everyone) or closed (only existing vendors). (default: open)")
    )
    var registration: String?

    @Option(
        name: .customLong("edition-port"),
        help: ArgumentHelp(
            "An extra port that speaks exactly one edition: items, training, or openmarket; can be repeated.",
            valueName: "edition=port"
        )
    )
    var editionPorts: [String] = []

    @Option(
        name: .customLong("edition-host"),
        help: ArgumentHelp(
            "A host name for which the main port speaks exactly one edition; can be repeated.",
            valueName: "edition=host"
        )
    )
    var editionHosts: [String] = []

    @Flag(
        name: .customLong("whole-prices"),
        help: "Refuse prices with decimals: some old apps lose their whole list over one."
    )
    var wholePrices = false

    @Option(
        help: ArgumentHelp(
            "The currencies that products can be listed in, by their codes of ISO 4217, the default of forms first. "
                + "(default: KRW,USD,JPY,EUR,GBP,CNY,HKD)",
            valueName: "codes"
        )
    )
    var currencies: String?

    @Option(
        help: ArgumentHelp(
            "The places that the listing form suggests, separated by commas. (default: none)",
            valueName: "places"
        )
    )
    var places: String?

    @Option(
        name: .customLong("time-zone"),
        help: ArgumentHelp(
            "The time zone whose midnight ends the days of reservations. (default: Asia/Seoul)",
            valueName: "zone"
        )
    )
    var timeZone: String?

    @Option(
        name: .customLong("sold-listed-days"),
        help: ArgumentHelp("The days for which lists show sold products. (default: 14)", valueName: "days")
    )
    var soldListedDays: Int?

    @Option(
        name: .customLong("lifetime-days"),
        help: ArgumentHelp(
            "The days after which a new listing expires unless it is renewed. (default: never)",
            valueName: "days"
        )
    )
    var lifetimeDays: Int?

    @Option(
        name: .customLong("bump-days"),
        help: ArgumentHelp(
            "The days after which a listing can be moved to the top again. (default: 7)",
            valueName: "days"
        )
    )
    var bumpDays: Int?

    @Option(
        name: .customLong("ios-app"),
        help: ArgumentHelp(
            "The iOS app that opens links to products, by its team and bundle identifier: A1B2C3D4E5.example.market. "
                + "(default: none)",
            valueName: "identifier"
        )
    )
    var iosApp: String?

    /// Refused with a sentence that says what to do instead.
    @Option(name: .customLong("tls-cert"), help: .hidden)
    var removedTLSCertificate: String?

    /// Refused like the certificate.
    @Option(name: .customLong("tls-key"), help: .hidden)
    var removedTLSKey: String?

    @Flag(
        name: .customLong("trust-forwarded"),
        help: "Trust X-Forwarded-Proto, -Host, and -For from a proxy on this machine: --trusted-proxy for loopback."
    )
    var trustForwarded = false

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "The address of a proxy that sets X-Forwarded-Proto, -Host, and -For, or a prefix such as 10.0.0.0/8; "
                + "can be repeated.",
            valueName: "address"
        )
    )
    var trustedProxies: [String] = []

    @Option(
        name: .customLong("metrics-port"),
        help: ArgumentHelp(
            "An extra port for /metrics and /health alone, open to everybody who reaches it.",
            valueName: "port"
        )
    )
    var metricsPort: Int?

    @Flag(
        name: .customLong("public-metrics"),
        help: "Show /metrics to everybody on every port, not only to this machine."
    )
    var publicMetrics = false

    @Option(
        name: .customLong("listing-budget"),
        help: ArgumentHelp(
            "Products that one address can list: rate per minute and burst. (default: 100:1000)",
            valueName: "n:n"
        )
    )
    var listingBudget: String?

    @Option(
        name: .customLong("total-listing-budget"),
        help: ArgumentHelp("The same for all addresses together. (default: 1000:10000)", valueName: "n:n")
    )
    var totalListingBudget: String?

    @Option(
        name: .customLong("contact-budget"),
        help: ArgumentHelp(
            "Contacts shown to one address: rate per minute and burst. (default: 30:300)",
            valueName: "n:n"
        )
    )
    var contactBudget: String?

    @Option(
        name: .customLong("total-contact-budget"),
        help: ArgumentHelp("The same for all addresses together. (default: 600:600)", valueName: "n:n")
    )
    var totalContactBudget: String?

    @Option(
        name: .customLong("guess-budget"),
        help: ArgumentHelp(
            "Wrong passwords from one address, for all products: rate per minute and burst. (default: 30:60)",
            valueName: "n:n"
        )
    )
    var guessBudget: String?

    @Option(
        name: .customLong("total-guess-budget"),
        help: ArgumentHelp("The same for all addresses together. (default: 600:1200)", valueName: "n:n")
    )
    var totalGuessBudget: String?

    @Option(
        name: .customLong("drain-seconds"),
        help: ArgumentHelp(
            "The seconds for which the market serves on after it was told to stop, while /health/ready tells load "
                + "balancers to send no more requests. A second signal ends them. (default: 0)",
            valueName: "seconds"
        )
    )
    var drainSeconds: Int?

    @Option(help: ArgumentHelp("The name of this server in its log. (default: none)", valueName: "name"))
    var node: String?

    @Option(
        name: .customLong("trace-log"),
        help: ArgumentHelp(
            "A file for the spans of requests, statements of PostgreSQL and requests to an object store, in lines of "
                + "OTLP JSON. (default: none)",
            valueName: "file"
        )
    )
    var traceLog: String?

    @Option(
        name: .customLong("trace-one-in"),
        help: ArgumentHelp("One in this many requests is traced. (default: 1)", valueName: "n")
    )
    var traceInterval: Int?

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp("debug, info, notice, warning, or error. (default: info)", valueName: "level")
    )
    var logLevel: String?

    @Option(name: .customLong("log-format"), help: ArgumentHelp("text or json. (default: text)", valueName: "format"))
    var logFormat: String?

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"))
    var config: String?

    func run() async throws {
        if [database, databaseDirect].compactMap(\.self).contains(where: PostgresSettings.hasPassword) {
            throw CommandFailure(
                """
                Other users of this machine can see a password in --database. Leave it out and put it into ~/.pgpass, or \
                give the whole address in OPENMARKET_DATABASE or the settings file.
                """
            )
        }
        do {
            let settings = try ServerSettings(reading: try sources())
            try await MarketProcess(settings: settings).run()
        } catch let problem as ServerSettings.Problem {
            throw CommandFailure(problem.description)
        }
    }

    private func sources() throws -> SettingSources {
        var sources = [flags, try SettingSources.environment(ProcessInfo.processInfo.environment)]
        if let config {
            let content: Data
            do {
                content = try Data(contentsOf: URL(filePath: config))
            } catch {
                throw CommandFailure("Can't read the settings file \(config): \(error.localizedDescription)")
            }
            do {
                sources.append(try SettingSources.file(content, path: config))
            } catch {
                throw CommandFailure("\(config): \(error)")
            }
        }
        return SettingSources(sources)
    }

    private var flags: SettingSources.Source {
        let texts: [(ServerSettings.Key, String?)] = [
            (.host, host), (.data, data), (.database, database),
            (.directDatabase, databaseDirect), (.images, images), (.baseURL, baseURL), (.registration, registration),
            (.imagesURL, imagesURL), (.iosApp, iosApp),
            (.currencies, currencies), (.places, places), (.timeZone, timeZone),
            (.logLevel, logLevel), (.logFormat, logFormat),
            (.nodeName, node), (.traceLog, traceLog),
            (.listingBudget, listingBudget), (.totalListingBudget, totalListingBudget), (.contactBudget, contactBudget),
            (.totalContactBudget, totalContactBudget), (.guessBudget, guessBudget),
            (.totalGuessBudget, totalGuessBudget),
        ]
        let numbers: [(ServerSettings.Key, Int?)] = [
            (.port, port), (.metricsPort, metricsPort), (.soldListedDays, soldListedDays),
            (.lifetimeDays, lifetimeDays), (.bumpDays, bumpDays), (.drainSeconds, drainSeconds),
            (.imageCache, imageCache), (.traceInterval, traceInterval),
        ]
        let lists: [(ServerSettings.Key, [String])] = [
            (.editionPort, editionPorts), (.editionHost, editionHosts), (.trustedProxy, trustedProxies),
        ]
        let switches: [(ServerSettings.Key, Bool)] = [
            (.demo, demo), (.trustForwarded, trustForwarded), (.wholePrices, wholePrices),
            (.publicMetrics, publicMetrics), (.imagesURLHasWebSizes, imagesURLHasWebSizes),
        ]
        let removed: [(ServerSettings.RemovedKey, String?)] = [
            (.tlsCertificate, removedTLSCertificate), (.tlsKey, removedTLSKey),
        ]
        var values: [String: SettingSources.Value] = [:]
        for (key, text) in texts { values[key.rawValue] = text.map { .single($0) } }
        for (key, number) in numbers { values[key.rawValue] = number.map { .single(String($0)) } }
        for (key, list) in lists where !list.isEmpty { values[key.rawValue] = .list(list) }
        for (key, isSet) in switches where isSet { values[key.rawValue] = .single("true") }
        for (key, text) in removed { values[key.rawValue] = text.map { .single($0) } }
        return SettingSources.Source(values)
    }
}
