/// The currencies a listing can be priced in (API.md, “Rules for every edition”). Which of them a market takes is its
/// operator's to say: ``PricePolicy``.
public enum Currency: String, CaseIterable, Sendable, Hashable, Codable {
    case krw = "KRW"
    case usd = "USD"
    case jpy = "JPY"
    case eur = "EUR"
    case gbp = "GBP"
    case cny = "CNY"
    case hkd = "HKD"

    /// The number that ISO 4217 gives it.
    public var numericCode: Int64 {
        switch self {
        case .krw: 410
        case .usd: 840
        case .jpy: 392
        case .eur: 978
        case .gbp: 826
        case .cny: 156
        case .hkd: 344
        }
    }

    /// The number of decimal digits of the minor unit: 0 for won and yen, 2 for the others.
    public var exponent: Int {
        switch self {
        case .krw, .jpy: 0
        case .usd, .eur, .gbp, .cny, .hkd: 2
        }
    }

    /// How many minor units make one whole unit: 1 for won and yen, 100 for the others.
    public var minorUnitsPerUnit: Int64 {
        switch self {
        case .krw, .jpy: 1
        case .usd, .eur, .gbp, .cny, .hkd: 100
        }
    }
}
