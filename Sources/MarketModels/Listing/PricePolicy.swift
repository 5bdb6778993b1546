/// The prices that a market accepts.
public struct PricePolicy: Hashable, Sendable {
    /// Prices in the usual currencies, down to the smallest unit: 19.99 dollars.
    public static let exact = PricePolicy()
    /// Prices that some market accepts, for apps, which don't know what a market's operator has chosen: in every currency of
    /// ISO 4217, down to the smallest unit.
    public static let ofAnyMarket = PricePolicy(currencies: Currency.allCases)
    /// Only prices in whole units: twelve apps read integers and fail to show a whole list because of one fraction
    /// (API.md, “Rules for every edition”).
    public static let whole = PricePolicy(isWhole: true)

    /// Whether only whole units are accepted.
    public var isWhole: Bool
    /// The currencies that the operator has chosen; nil for the usual ones.
    private let chosen: [Currency]?
    /// The currency that comes before these; nil if it is the first of them.
    private var first: Currency?
    /// The currencies of new listings, the default of forms first. Existing products in other currencies keep theirs.
    public var currencies: [Currency] {
        let all = chosen ?? Currency.usual
        return first.map { first in [first] + all.filter { $0 != first } } ?? all
    }

    /// Creates a policy; the default is ``exact``.
    ///
    /// - Parameter currencies: The currencies that the operator has chosen; nil for the usual ones.
    public init(isWhole: Bool = false, currencies: [Currency]? = nil) {
        self.isWhole = isWhole
        chosen = currencies
    }

    /// The policy for what is sent in `items`, whose apps offer all kinds of currencies: unless the operator has chosen some,
    /// it takes all of ISO 4217.
    public var ofItems: PricePolicy {
        chosen == nil ? PricePolicy(isWhole: isWhole, currencies: Currency.allCases) : self
    }

    /// Returns the policy with a currency before all others; it is accepted, too.
    ///
    /// - Parameter currency: The currency; nil changes nothing.
    public func beginning(with currency: Currency?) -> PricePolicy {
        var policy = self
        policy.first = currency ?? first
        return policy
    }

    /// The currency of forms and of filters on pages that name none.
    public var defaultCurrency: Currency { currencies.first ?? .krw }

    /// The currency of filters of the API that name none: won, if it can be listed in.
    public var defaultCurrencyOfAPI: Currency { currencies.contains(.krw) ? .krw : defaultCurrency }
}
