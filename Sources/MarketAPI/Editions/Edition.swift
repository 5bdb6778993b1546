/// The three dialects of the API that the server offers (API.md).
///
/// An edition affects only the encoding; all editions share the same use cases.
public enum Edition: String, CaseIterable, Hashable, Sendable {
    /// 2021: `/items/{page}`, `/item/{id}`.
    case items
    /// Spring 2022: `/api/products…`; used by the web app and the client library.
    case training
    /// Late 2022: the paths of `training` with other key names.
    case openmarket
}

/// The API variant that a host or port serves.
public struct Dialect: Hashable, Sendable {
    /// The only edition at `/api/products`, without extensions; nil for the main port: `training` plus the extensions
    /// (API.md, “Extensions”).
    private let only: Edition?
    /// Whether amounts are sent as whole units, rounded half up. `--whole-prices` enables it for products that were listed
    /// with fractions before (API.md, “Rules for every edition”).
    public let roundsPrices: Bool

    /// The main port, with exact prices.
    public static let main = main(roundingPrices: false)

    /// The main port.
    public static func main(roundingPrices: Bool) -> Dialect { Dialect(only: nil, roundsPrices: roundingPrices) }

    /// A host or port that serves a single edition.
    public static func exactly(_ edition: Edition, roundingPrices: Bool = false) -> Dialect {
        Dialect(only: edition, roundsPrices: roundingPrices)
    }

    /// The edition served at `/api/products`; `items` has nothing there.
    public var edition: Edition { only ?? .training }

    /// Whether responses include the extensions, which no historical server sent.
    public var hasExtensions: Bool { only == nil }

    /// Whether errors have a `code`, which is a text. An app of `openmarket` reads a number there.
    var hasErrorCodes: Bool { only == nil }
}
