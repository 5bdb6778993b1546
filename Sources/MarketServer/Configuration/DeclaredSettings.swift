public import Logging
public import MarketAPI
public import MarketCore
public import MarketModels

extension ServerSettings {
    /// The settings, in the order in which they are listed. A new one needs nothing else but to be used.
    public struct Declared: Sendable {
        public let host = Setting("host", .text("host"), default: "127.0.0.1", more: "Operating.md#https-with-caddy") {
            "The address to listen on; `0.0.0.0` for all of this machine's."
        }
        public let port = Setting("port", .port, default: 8080) {
            "The port to listen on; `0` picks a free one."
        }
        /// The folder of the database, the images, uploads in flight and the admin socket.
        public let dataFolder = Setting("data", or: "data-folder", .text("folder"), default: "market-data") {
            "The folder for everything the market keeps; created if it doesn't exist."
        }
        public let database = Setting("database", optional: .text("url"), isSecret: true, more: "PostgreSQL.md") {
            """
            The address of a PostgreSQL database to use instead of the one in the folder, such as \
            `postgres://market@db.example/market?sslmode=verify-full`, without the password.
            """
        }
        public let directDatabase = Setting(
            "database-direct",
            optional: .text("url"),
            isSecret: true,
            more: "PostgreSQL.md#behind-a-pooler"
        ) {
            "The address of the same database without a pooler, if `--database` leads to one, such as PgBouncer."
        }
        public let images = Setting("images", optional: .text("url"), without: "the data folder", more: "S3.md") {
            """
            The address of an object store for the pictures, such as \
            `s3://bucket/prefix?endpoint=https://objects.example&region=us-east-1`; the keys are in \
            `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.
            """
        }
        public let imageCacheMegabytes = Setting("images-cache", .integer(16...100_000_000, "n"), default: 2048) {
            "The size of the cache of pictures from an object store in the data folder, in megabytes."
        }
        /// Where links to images lead, without ``imagesURLHasWebSizes``.
        public let imagesAddress = Setting("images-url", optional: .imagesURL, more: "S3.md#links-to-a-cdn") {
            """
            The address that links to pictures lead to instead of this market, such as that of a CDN or of a public \
            bucket.
            """
        }
        public let imagesURLHasWebSizes = Setting("images-url-webp", .toggle, default: false) {
            "Links to WebP sizes lead to `--images-url`, too: it asks this market for what it doesn't have."
        }
        public let baseURL = Setting("base-url", optional: .origin, without: "the address of each request") {
            """
            The address that links start with, those that commands print, too, if people reach the market by another \
            name than the server sees.
            """
        }
        public let isDemo = Setting("demo", .toggle, default: false) {
            "Fill an empty market with sample products first."
        }
        /// In the order given.
        public let editionPorts = Setting("edition-port", .editionPorts, default: [], more: "OldApps.md") {
            "An extra port that speaks exactly one edition; can be repeated."
        }
        public let editionHostList = Setting("edition-host", .editionHosts, default: [], more: "OldApps.md") {
            "A host name for which the main port speaks exactly one edition; can be repeated."
        }
        public let hasWholePrices = Setting("whole-prices", .toggle, default: false) {
            """
            Refuse prices with decimals: some old apps lose their whole list over one. Existing ones are sent in \
            whole units.
            """
        }
        /// The currencies of new listings; nil if the operator has chosen none.
        public let currencies = Setting(
            "currencies",
            optional: .currencies,
            without: "`\(Currency.usual.map(\.rawValue).joined(separator: ","))`"
        ) {
            """
            The currencies that products can be listed in, the default of forms first. \
            Existing products keep theirs.
            """
        }
        public let places = Setting("places", .places, default: []) {
            "The places that the listing form and the filter suggest, separated by commas, such as `연남동,합정동`."
        }
        /// The categories, each top level directly before its second level; nil if they are changed by the operator's
        /// commands only.
        public let categories = Setting("categories", optional: .categories, without: "as they are") {
            "The categories; 'openmarket category' then only lists them."
        }
        public let calendar = Setting("time-zone", .timeZone, default: LifecycleRules().calendar) {
            "The time zone whose midnight ends the days of reservations."
        }
        public let soldListedDays = Setting("sold-listed-days", .days, default: LifecycleRules().soldListedDays) {
            "The days for which lists show sold products; afterwards they are only at their address."
        }
        public let lifetimeDays = Setting("lifetime-days", optional: .days, without: "never") {
            "The days after which a new listing expires unless it is renewed; existing listings stay."
        }
        public let bumpDays = Setting("bump-days", .days, default: LifecycleRules().bumpDays) {
            "The days after which a listing can be moved to the top again."
        }
        /// The path of the picture that is the market's logo; nil if the operator's commands and pages set it.
        public let logo = Setting(
            "market-\(MarketLogo.settingName)",
            optional: .file,
            without: "as the commands set it",
            more: "Operating.md#the-markets-own"
        ) {
            "The file of a picture that is the market's logo, at least \(MarketLogo.leastSide) pixels wide and high."
        }
        public let iosApp = Setting("ios-app", optional: .appIdentifier) {
            "The team and bundle identifier of the iOS app that opens links to products."
        }
        public let trustsForwarded = Setting("trust-forwarded", .toggle, default: false) {
            """
            Trust `X-Forwarded-Proto`, `-Host`, and `-For` from a proxy on this machine: `--trusted-proxy` for \
            loopback.
            """
        }
        public let trustedProxies = Setting(
            "trusted-proxy",
            .addressPrefixes,
            default: [],
            more: "Operating.md#behind-a-proxy"
        ) {
            "The address of a proxy that sets `X-Forwarded-Proto`, `-Host`, and `-For`; can be repeated."
        }
        public let metricsPort = Setting("metrics-port", optional: .port, more: "Operating.md#health-and-metrics") {
            "An extra port for `/metrics` and `/health` alone, open to everybody who reaches it; `0` picks a free one."
        }
        public let showsMetricsToAll = Setting("public-metrics", .toggle, default: false) {
            "Show `/metrics` to everybody on every port, not only to this machine."
        }
        public let listingBudget = Setting(
            "listing-budget",
            .budget,
            default: ServerLimits().listings.perAddress,
            more: "Limits.md#what-clients-share"
        ) {
            "Products that one address can list."
        }
        public let totalListingBudget = Setting(
            "total-listing-budget",
            optional: .budget,
            default: ServerLimits().listings.total
        ) {
            "The same for all addresses together, before each network has only its share."
        }
        public let contactBudget = Setting("contact-budget", .budget, default: ServerLimits().contacts.perAddress) {
            "Contacts shown to one address."
        }
        public let totalContactBudget = Setting(
            "total-contact-budget",
            optional: .budget,
            default: ServerLimits().contacts.total
        ) {
            "The same for all addresses together."
        }
        public let guessBudget = Setting("guess-budget", .budget, default: ServerLimits().guesses.perAddress) {
            "Wrong passwords from one address, for all products."
        }
        public let totalGuessBudget = Setting("total-guess-budget", .budget, default: ServerLimits().guesses.total) {
            "The same for all addresses together."
        }
        public let drainSeconds = Setting(
            "drain-seconds",
            .integer(0...600, "seconds"),
            default: 0,
            more: "Operating.md#behind-a-load-balancer"
        ) {
            """
            The seconds for which the market continues to serve after it was told to stop, while `/health/ready` tells \
            load balancers to send no more requests. A second signal ends them.
            """
        }
        public let nodeName = Setting("node", optional: .nodeName) {
            "The name of this server in its log, as `node=…`."
        }
        public let traceLog = Setting("trace-log", optional: .text("file"), more: "Operating.md#traces") {
            """
            A file for the spans of requests, statements of PostgreSQL and requests to an object store, in lines of \
            OTLP JSON.
            """
        }
        public let traceInterval = Setting("trace-one-in", .integer(1...1_000_000_000, "n"), default: 1) {
            "One in this many requests is traced."
        }
        public let logLevel = Setting("log-level", .choice, default: Logger.Level.info) {
            "The lowest level of the entries in the log."
        }
        public let logFormat = Setting("log-format", .choice, default: LogFormat.text) {
            "How the log is written."
        }
    }

    /// The format of log entries.
    public enum LogFormat: String, CaseIterable, Sendable {
        case text, json
    }

    /// An additional port that speaks exactly one edition (`--edition-port`).
    public struct EditionPort: Hashable, Sendable {
        public let edition: Edition
        /// 0 picks a free port.
        public let port: Int
    }

    /// A host name for which the main port speaks exactly one edition (`--edition-host`).
    public struct EditionHost: Hashable, Sendable {
        public let edition: Edition
        /// In lower case, without a dot at its end.
        public let host: String
    }
}
