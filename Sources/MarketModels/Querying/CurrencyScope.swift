/// The currencies of the products that a list shows.
public enum CurrencyScope: Hashable, Sendable, CaseIterable {
    case all
    /// KRW and USD: most `training` and `openmarket` apps decode an enum of these two and lose the whole list over a third
    /// (API.md, “Rules for every edition”).
    case wonAndDollar

    public func contains(_ currency: Currency) -> Bool {
        switch self {
        case .all: true
        case .wonAndDollar: currency == .krw || currency == .usd
        }
    }
}
