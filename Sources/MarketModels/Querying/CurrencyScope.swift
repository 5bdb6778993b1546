/// The currencies of the products that a list shows.
public enum CurrencyScope: Hashable, Sendable, CaseIterable {
    /// All currencies.
    case all
    /// KRW and USD. Most `training` and `openmarket` apps decode an enum of these two and fail to show a whole list
    /// because of a third (API.md, “Rules for every edition”).
    case wonAndDollar

    /// Returns whether a list of this scope shows products in a currency.
    public func contains(_ currency: Currency) -> Bool {
        switch self {
        case .all: true
        case .wonAndDollar: currency == .krw || currency == .usd
        }
    }
}
