/// Which prices a market takes.
public enum PricePolicy: Hashable, Sendable {
    /// To a currency's smallest unit: 19.99 dollars.
    case exact
    /// Only whole units: twelve apps read integers and lose their whole list over one fraction (API.md, “Rules for
    /// every edition”).
    case whole
}
