/// Which prices a market takes.
public struct PricePolicy: Hashable, Sendable {
    /// In every currency, to its smallest unit: 19.99 dollars.
    public static let exact = PricePolicy()
    /// Only whole units: twelve apps read integers and lose their whole list over one fraction (API.md, “Rules for
    /// every edition”).
    public static let whole = PricePolicy(isWhole: true)

    /// Whether only whole units are taken.
    public var isWhole: Bool
    /// What can be listed in. Products in other currencies, which are there already, keep theirs.
    public var currencies: [Currency]

    public init(isWhole: Bool = false, currencies: [Currency] = Currency.allCases) {
        self.isWhole = isWhole
        self.currencies = currencies
    }
}
