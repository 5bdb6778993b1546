public import MarketModels

/// The sale prices at which a product was for sale, all in one currency, as far as they are known.
///
/// Time in which a product wasn't for sale (sold, hidden or expired) belongs to no period: a price that nobody could pay
/// doesn't make a lower one a discount.
public struct PriceHistory: Hashable, Sendable {
    /// The maximum number of periods that are kept of a product. A history that would have more begins anew, so that no
    /// reduction is shown for a while.
    public static let maximumCount = 50

    /// A time in which the product was for sale at one price.
    public struct Period: Hashable, Sendable {
        /// The sale price in minor units.
        public let amount: Int64
        public let begin: Timestamp
        public let end: Timestamp

        fileprivate var milliseconds: Int64 { end.millisecondsSinceEpoch - begin.millisecondsSinceEpoch }
    }

    /// The periods in order. They don't overlap, and none is known before the first one.
    public let periods: [Period]

    public init(_ periods: [Period] = []) {
        self.periods = periods
    }

    /// Returns the history after a period, which may be empty. If the period doesn't follow the others, a clock was set
    /// back, and nothing is known any more.
    public func adding(_ period: Period) -> PriceHistory {
        guard period.begin <= period.end, periods.last.map({ $0.end <= period.begin }) ?? true else {
            return PriceHistory()
        }
        return period.begin == period.end ? self : PriceHistory(periods + [period])
    }

    /// Returns the history without the periods that no later change is compared with. The last one before those stays,
    /// so that it remains known what came before a time in which the product wasn't for sale.
    public func trimmed(at now: Timestamp) -> PriceHistory {
        let begin = now.adding(days: -PriceReduction.comparedDays)
        let earlier = periods.prefix { $0.end <= begin }.count
        let kept = periods.dropFirst(max(0, earlier - 1))
        return kept.count <= Self.maximumCount ? PriceHistory(Array(kept)) : PriceHistory()
    }

    /// Returns the reduction to show after a change of the price.
    ///
    /// A price is reduced if it is below the lowest of the 30 days before, all of which must be known, and if that one
    /// had stood for 7 days. So neither a price that was raised for a while nor one that was lowered for a day makes a
    /// discount. A price that falls further keeps the comparison that is shown, and one that rises ends it.
    ///
    /// - Parameters:
    ///   - old: the price until now.
    ///   - new: the price from now on.
    ///   - listedAt: when the product was listed, before which there was no price.
    ///   - current: the reduction that is shown of the old price.
    public func reduction(
        from old: Money,
        to new: Money,
        at now: Timestamp,
        listedAt: Timestamp,
        current: PriceReduction?
    ) -> PriceReduction? {
        guard old.currency == new.currency, new.minorUnits < old.minorUnits else { return nil }
        let begin = now.adding(days: -PriceReduction.comparedDays)
        let compared = periods.filter { $0.end > begin }
        guard let first = periods.first, first.begin <= max(begin, listedAt),
            let lowest = compared.map(\.amount).min(), new.minorUnits < lowest,
            hasStood(lowest, after: begin)
        else { return current }
        return PriceReduction(lowest: Money(minorUnits: lowest, currency: new.currency), reducedAt: now)
    }

    /// Whether a price stood for 7 days, without another one in between, until a moment after `begin`.
    private func hasStood(_ amount: Int64, after begin: Timestamp) -> Bool {
        let least = Int64(PriceReduction.leastDays) * 86_400_000
        var stood: Int64 = 0
        for period in periods {
            stood = period.amount == amount ? stood + period.milliseconds : 0
            if stood >= least, period.end > begin { return true }
        }
        return false
    }
}
