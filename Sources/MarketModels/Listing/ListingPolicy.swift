/// What a market's settings say about its listings.
///
/// The settings make one value of them, which use cases and pages get as a whole. A new rule that operators can set is a
/// property here, which `ServerSettings.policy` takes from its setting, and a check in ``ListingRules``.
public struct ListingPolicy: Hashable, Sendable {
    /// What some market accepts, for apps, which don't know what a market's operator has chosen.
    public static let ofAnyMarket = ListingPolicy(prices: .ofAnyMarket)

    /// The accepted prices.
    public var prices: PricePolicy
    /// The places that listing forms suggest.
    public var places: [String]
    /// How long listings last.
    public var lifecycles: LifecycleRules

    /// Creates a policy; the default is that of a market without settings.
    public init(
        prices: PricePolicy = .exact,
        places: [String] = [],
        lifecycles: LifecycleRules = LifecycleRules()
    ) {
        self.prices = prices
        self.places = places
        self.lifecycles = lifecycles
    }

    /// Returns the policy for a request.
    ///
    /// - Parameters:
    ///   - isOfItems: Whether the request is of `items` (``PricePolicy/ofItems``).
    ///   - currency: The currency of the market's profile, which is accepted, too; nil for none.
    package func forRequest(isOfItems: Bool, currency: Currency?) -> ListingPolicy {
        var policy = self
        policy.prices = (isOfItems ? prices.ofItems : prices).beginning(with: currency)
        return policy
    }
}
