internal import MarketModels

/// The sale prices of a list, in minor units.
struct PriceBounds {
    /// The only currency, or nil for all of them.
    let currency: Currency?
    let amounts: ClosedRange<Int64>

    /// - Returns: nil if the filter has no bounds.
    init?(_ filter: AttributeFilter) {
        switch (filter.price, filter.isFree) {
        case (nil, false): return nil
        case (nil, true):
            currency = nil
            amounts = 0...0
        case (let price?, let isFree):
            currency = price.currency
            let least = max(0, price.minimum)
            let most = isFree ? 0 : min(price.maximum ?? Money.maximumMinorUnits, Money.maximumMinorUnits)
            // An empty range becomes one that no price is in.
            amounts = least <= most ? least...most : -1...(-1)
        }
    }
}
