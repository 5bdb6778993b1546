/// The three ways in which one market is spoken to (API.md).
///
/// An edition is an encoding at the edge: the use cases behind it are the same for all.
public enum Edition: String, CaseIterable, Hashable, Sendable {
    /// 2021: `/items/{page}`, `/item/{id}`.
    case items
    /// Spring 2022: `/api/products…`, and what the web app and the client library speak.
    case training
    /// Late 2022: the same paths as `training`, other spellings.
    case openmarket
}

/// How one host or port speaks.
public enum Dialect: Hashable, Sendable {
    /// The main port: `training` at `/api/products`, and the extensions (API.md, “Extensions”).
    case main
    /// A host or port that was given to one edition: exactly that one at `/api/products`.
    ///
    /// `roundingPrices` sends whole units, rounded half up: under `--whole-prices`, for what was listed before (API.md,
    /// “Rules for every edition”).
    case exactly(Edition, roundingPrices: Bool = false)

    /// The edition at `/api/products`; `items` has nothing there.
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

    /// Whether answers carry what no old server ever sent.
    public var hasExtensions: Bool { self == .main }
}
