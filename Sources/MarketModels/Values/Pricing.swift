/// The price of a product and the discount on it, in one currency.
public struct Pricing: Hashable, Sendable {
    /// The currency of both amounts.
    public let currency: Currency
    /// The price before the discount, in minor units.
    public let priceMinorUnits: Int64
    /// The discount, in minor units.
    public let discountMinorUnits: Int64

    /// Creates a pricing, or returns nil if the amounts violate the invariant.
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
    /// The discount.
    public var discount: Money { Money(minorUnits: discountMinorUnits, currency: currency) }
    /// The sale price, which the buyer pays: the price minus the discount.
    public var salePrice: Money { Money(minorUnits: priceMinorUnits - discountMinorUnits, currency: currency) }
    /// Whether the discount is above 0.
    public var isDiscounted: Bool { discountMinorUnits > 0 }
}

extension Comparable {
    /// Returns the nearest value in the range.
    public func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
