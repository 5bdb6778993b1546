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
public enum Dialect: Hashable, Sendable {
    /// The main port: `training` at `/api/products` plus the extensions (API.md, “Extensions”).
    case main
    /// A host or port that serves a single edition at `/api/products`, without extensions.
    ///
    /// With `roundingPrices`, prices are sent as whole units, rounded half up. `--whole-prices` enables it for products
    /// that were listed with fractions before (API.md, “Rules for every edition”).
    case exactly(Edition, roundingPrices: Bool = false)

    /// The edition served at `/api/products`; `items` has nothing there.
    public var edition: Edition {
        switch self {
        case .main: .training
        case .exactly(let edition, _): edition
        }
    }

    /// Whether amounts are sent as whole units.
    public var roundsPrices: Bool {
        switch self {
        case .main: false
        case .exactly(_, let roundsPrices): roundsPrices
        }
    }

    /// Whether responses include the extensions, which no historical server sent.
    public var hasExtensions: Bool { self == .main }
}
