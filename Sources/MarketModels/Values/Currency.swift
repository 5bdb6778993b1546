/// The currencies that a listing can be priced in (API.md, “Rules for every edition”). ``PricePolicy`` defines which of
/// them a market accepts.
public enum Currency: String, CaseIterable, Sendable, Hashable, Codable {
    case krw = "KRW"
    case usd = "USD"
    case jpy = "JPY"
    case eur = "EUR"
    case gbp = "GBP"
    case cny = "CNY"
    case hkd = "HKD"

    /// The numeric code of ISO 4217.
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

    /// The number of minor units in one whole unit: 1 for won and yen, 100 for the others.
    public var minorUnitsPerUnit: Int64 {
        switch self {
        case .krw, .jpy: 1
        case .usd, .eur, .gbp, .cny, .hkd: 100
        }
    }
}
