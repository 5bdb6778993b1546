/// What a product costs: its price and the amount taken off it, in one currency.
///
/// The invariant `0 ≤ discount ≤ price ≤ 2^53−1` minor units holds for every value.
public struct Pricing: Hashable, Sendable {
    public let currency: Currency
    /// The price before the discount, in minor units.
    public let priceMinorUnits: Int64
    /// The amount off, in minor units.
    public let discountMinorUnits: Int64

    /// - Returns: nil when the amounts break the invariant.
    public init?(currency: Currency, priceMinorUnits: Int64, discountMinorUnits: Int64) {
        guard 0...priceMinorUnits.clamped(to: 0...Money.maximumMinorUnits) ~= discountMinorUnits,
            0...Money.maximumMinorUnits ~= priceMinorUnits
        else { return nil }
        self.currency = currency
        self.priceMinorUnits = priceMinorUnits
        self.discountMinorUnits = discountMinorUnits
    }

    /// The price before the discount.
    public var price: Money { Money(minorUnits: priceMinorUnits, currency: currency) }
    /// The amount off.
    public var discount: Money { Money(minorUnits: discountMinorUnits, currency: currency) }
    /// What a buyer pays: price less discount.
    public var bargain: Money { Money(minorUnits: priceMinorUnits - discountMinorUnits, currency: currency) }
    public var isDiscounted: Bool { discountMinorUnits > 0 }
}

extension Comparable {
    /// The nearest value inside the range.
    public func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
