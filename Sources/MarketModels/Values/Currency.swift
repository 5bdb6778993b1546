/// The currencies a listing can be priced in.
///
/// There are two, because most apps decode a two-case enum and lose a whole list over a third value
/// (API.md, “Rules for every edition”).
public enum Currency: String, CaseIterable, Sendable, Hashable, Codable {
    case krw = "KRW"
    case usd = "USD"

    /// The number that ISO 4217 gives it.
    public var numericCode: Int64 {
        switch self {
        case .krw: 410
        case .usd: 840
        }
    }

    /// The number of decimal digits of the minor unit: 0 for won, 2 for cents.
    public var exponent: Int {
        switch self {
        case .krw: 0
        case .usd: 2
        }
    }

    /// How many minor units make one whole unit: 1 for won, 100 for dollars.
    public var minorUnitsPerUnit: Int64 {
        switch self {
        case .krw: 1
        case .usd: 100
        }
    }
}
