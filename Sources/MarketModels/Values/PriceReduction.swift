/// A lower price that is shown as such, with what it is compared with.
public struct PriceReduction: Hashable, Sendable {
    /// The number of days for which a reduction is shown.
    public static let shownDays = 30
    /// The number of days before a reduction whose lowest price it is compared with.
    public static let comparedDays = 30
    /// The number of days for which the lowest price must have stood while the product was for sale.
    public static let leastDays = 7

    /// The lowest sale price of the days before, which is above the current one.
    public let lowest: Money
    /// When the price was reduced.
    public let reducedAt: Timestamp

    /// Creates a reduction with the given values.
    public init(lowest: Money, reducedAt: Timestamp) {
        self.lowest = lowest
        self.reducedAt = reducedAt
    }
}
