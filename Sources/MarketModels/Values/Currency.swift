/// A currency of ISO 4217 that a listing can be priced in. ``PricePolicy`` defines which of them a market accepts.
///
/// The raw value is the code of three letters, on the wire and in the store. Funds, metals and codes for tests are no
/// currencies here.
public struct Currency: RawRepresentable, CaseIterable, Hashable, Sendable, Codable {
    /// Every currency: the usual ones first, then the others by their codes.
    public static let allCases: [Currency] = CurrencyFacts.all.indices.map { Currency(index: UInt16($0)) }
    /// The currencies that a market accepts unless its operator chooses others.
    public static let usual: [Currency] = Array(allCases.prefix(CurrencyFacts.usual.count))

    /// The largest ``exponent``, also of currencies that this version doesn't know.
    static let largestExponent = 3

    /// South Korean won, the currency of a market if none is given.
    public static var krw: Currency { Currency(index: 0) }
    /// US dollars.
    public static var usd: Currency { Currency(index: 1) }
    /// Japanese yen.
    public static var jpy: Currency { Currency(index: 2) }
    /// Euros.
    public static var eur: Currency { Currency(index: 3) }
    /// Pounds sterling.
    public static var gbp: Currency { Currency(index: 4) }
    /// Chinese yuan.
    public static var cny: Currency { Currency(index: 5) }
    /// Hong Kong dollars.
    public static var hkd: Currency { Currency(index: 6) }

    private static let indexes = Dictionary(
        uniqueKeysWithValues: CurrencyFacts.all.enumerated().map { ($1.code, UInt16($0)) }
    )

    /// The place in ``allCases``, so that a price stays small; from their count on, the code of an unknown one. It is stored
    /// nowhere.
    private let index: UInt16
    private var facts: CurrencyFacts {
        isKnown ? CurrencyFacts.all[Int(index)] : CurrencyFacts(unknown: Int(index) - CurrencyFacts.all.count)
    }

    private init(index: UInt16) { self.index = index }

    /// Creates the currency with a code in capital letters, or returns nil if there is none.
    public init?(rawValue: String) {
        guard let index = Self.indexes[rawValue] else { return nil }
        self.index = index
    }

    /// Creates the currency of a product of a market, which may be of a later version and know more of them: an app shows the
    /// product nevertheless, with the code and the amount. A market takes none of these from anybody.
    ///
    /// - Returns: Nil if the code isn't three capital letters.
    public init?(ofMarket code: String) {
        if let known = Currency(rawValue: code) {
            self = known
        } else if let number = CurrencyFacts.number(ofUnknown: code) {
            self.init(index: UInt16(CurrencyFacts.all.count + number))
        } else {
            return nil
        }
    }

    /// Whether this version knows the currency. The amounts of others have up to three digits after the point.
    public var isKnown: Bool { index < CurrencyFacts.all.count }

    /// The code of three letters.
    public var rawValue: String { facts.code }
    /// The numeric code of ISO 4217, below 1000.
    public var numericCode: Int64 { facts.numericCode }
    /// The number of decimal digits of the minor unit: 0 for won and yen, 3 for some dinars, and 2 for most.
    public var exponent: Int { facts.exponent }
    /// The number of minor units in one whole unit: 1 for won and yen, 100 for most currencies.
    public var minorUnitsPerUnit: Int64 { facts.minorUnitsPerUnit }

    /// Compares two currencies.
    public static func == (one: Currency, other: Currency) -> Bool { one.index == other.index }
    /// Hashes the currency.
    public func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
