package import MarketModels

/// The sale prices of a list, in minor units.
package struct PriceBounds {
    /// The only currency, or nil for all of them.
    package let currency: Currency?
    package let amounts: ClosedRange<Int64>

    /// - Returns: nil if the filter has no bounds.
    package init?(_ filter: AttributeFilter) {
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

    package func contains(_ amount: Int64, in currency: Currency) -> Bool {
        (self.currency ?? currency) == currency && amounts.contains(amount)
    }
}
