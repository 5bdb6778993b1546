import MarketModels
import Testing

@testable import MarketCore

/// No false discounts: which changes of a price are shown as a reduction.
struct PriceHistoryTests {
    private static let now = Timestamp(millisecondsSinceEpoch: 1_795_000_000_000)

    private static func moment(daysAgo days: Double) -> Timestamp {
        Timestamp(millisecondsSinceEpoch: now.millisecondsSinceEpoch - Int64(days * 86_400_000))
    }

    /// Returns the history of parts that end now. An amount of nil is a time in which the product wasn't for sale.
    private func history(_ parts: [(days: Double, amount: Int64?)]) -> PriceHistory {
        var history = PriceHistory()
        var rest = parts.reduce(0) { $0 + $1.days }
        for (days, amount) in parts {
            let begin = Self.moment(daysAgo: rest)
            rest -= days
            guard let amount else { continue }
            history = history.adding(.init(amount: amount, begin: begin, end: Self.moment(daysAgo: rest)))
        }
        return history
    }

    private func won(_ amount: Int64) -> Money { Money(minorUnits: amount, currency: .krw) }

    /// Returns the lowest price that a change to `new` is compared with, or nil if it is no reduction.
    ///
    /// - Parameter listed: how many days ago the product was listed; nil for when the history begins.
    private func lowest(
        _ parts: [(days: Double, amount: Int64?)],
        to new: Int64,
        listed: Double? = nil,
        current: PriceReduction? = nil
    ) -> Int64? {
        let history = history(parts)
        let old = parts.last { $0.amount != nil }?.amount ?? 0
        let reduction = history.reduction(
            from: won(old),
            to: won(new),
            at: Self.now,
            listedAt: Self.moment(daysAgo: listed ?? parts.reduce(0) { $0 + $1.days }),
            current: current
        )
        if let reduction, reduction != current { #expect(reduction.reducedAt == Self.now) }
        return reduction?.lowest.minorUnits
    }

    @Test func priceThatStoodForAWeekCanBeReduced() {
        #expect(lowest([(7, 100)], to: 99) == 100)
        #expect(lowest([(400, 100)], to: 1) == 100)
        #expect(lowest([(6.99, 100)], to: 50) == nil, "it had not stood long enough")
        #expect(lowest([(7, 100)], to: 0) == 100, "it is given away")
        #expect(lowest([], to: 50) == nil)
    }

    @Test func sameOrHigherPriceIsNoReduction() {
        #expect(lowest([(20, 100)], to: 100) == nil)
        #expect(lowest([(20, 100)], to: 101) == nil)
    }

    @Test func raiseBeforeACutMakesNoDiscount() {
        #expect(lowest([(40, 100), (8, 200)], to: 150) == nil)
        #expect(lowest([(40, 100), (8, 200)], to: 100) == nil)
        #expect(lowest([(40, 100), (8, 200)], to: 90) == 100, "it is below what it was before the raise")
        #expect(lowest([(40, 100), (29.9, 200)], to: 150) == nil)
        #expect(lowest([(40, 100), (30, 200)], to: 150) == 200, "nobody has seen the lower price for 30 days")
    }

    @Test func cutOfADayIsNotWhatALaterOneIsComparedWith() {
        #expect(lowest([(20, 100), (1, 50), (5, 100)], to: 90) == nil, "50 was the lowest")
        #expect(lowest([(20, 100), (1, 50), (5, 100)], to: 40) == nil, "50 stood for a day")
        #expect(lowest([(20, 100), (1, 50), (30, 100)], to: 90) == 100)
    }

    @Test func timeInTwoPartsDoesNotAddUpAcrossAnotherPrice() {
        #expect(lowest([(20, 200), (4, 100), (1, 200), (4, 100)], to: 90) == nil)
        #expect(lowest([(20, 200), (4, 100), (1, 200), (7, 100)], to: 90) == 100)
    }

    @Test func furtherCutKeepsTheFirstComparison() {
        let first = PriceReduction(lowest: won(100), reducedAt: Self.moment(daysAgo: 2))
        #expect(lowest([(20, 100), (2, 90)], to: 80, current: first) == 100)
        #expect(lowest([(20, 100), (2, 90)], to: 95, current: first) == nil, "a raise ends it")
        #expect(lowest([(20, 100), (8, 90)], to: 80, current: first) == 90, "90 has stood for a week by now")
    }

    @Test func timeInWhichItWasNotForSaleDoesNotCount() {
        #expect(lowest([(1, 100), (20, nil)], to: 90) == nil)
        #expect(lowest([(4, 100), (20, nil), (3, 100)], to: 90) == 100, "a week in all")
        #expect(lowest([(10, 100), (5, nil)], to: 90) == 100, "changed while it was hidden")
        #expect(lowest([(10, 100), (31, nil)], to: 90) == nil, "no price in the 30 days before")
        #expect(lowest([(10, 100), (31, nil), (2, 200)], to: 150) == nil, "200 stood for two days")
        #expect(lowest([(10, 100), (31, nil), (7, 200)], to: 150) == 200)
        #expect(lowest([(10, 100), (10, nil), (7, 200)], to: 150) == nil, "100 was in the 30 days before")
    }

    @Test func thirtyDaysBeforeMustBeKnown() {
        #expect(lowest([(20, 100)], to: 90, listed: 21) == nil, "what it cost on the first day isn't known")
        #expect(lowest([(30, 100)], to: 90, listed: 400) == 100)
        #expect(lowest([(29.9, 100)], to: 90, listed: 400) == nil)
        #expect(lowest([(1, 50), (29.5, 100)], to: 90, listed: 400) == nil, "it was lower within the 30 days")
    }

    @Test func anotherCurrencyIsNoReduction() {
        let dollars = Money(minorUnits: 5, currency: .usd)
        let current = PriceReduction(lowest: won(200), reducedAt: Self.now)
        let reduction = history([(20, 100)])
            .reduction(from: won(100), to: dollars, at: Self.now, listedAt: Self.moment(daysAgo: 20), current: current)
        #expect(reduction == nil)
    }

    @Test func clockThatWasSetBackMakesTheHistoryUnknown() {
        let history = history([(20, 100)])
        let earlier = Self.moment(daysAgo: 5)
        #expect(history.adding(.init(amount: 90, begin: earlier, end: Self.now)).periods == [])
        #expect(history.adding(.init(amount: 90, begin: Self.now, end: earlier)).periods == [])
        #expect(history.adding(.init(amount: 90, begin: Self.now, end: Self.now)) == history)
    }

    @Test func onlyWhatIsComparedIsKept() {
        let kept = history([(10, 100), (10, 200), (10, nil), (20, 300), (20, 400)]).trimmed(at: Self.now)
        #expect(kept.periods.map(\.amount) == [200, 300, 400])
        // The period before shows that the product wasn't for sale in between.
        let reduction = history([(40, 100), (25, nil), (7, 300)]).trimmed(at: Self.now)
            .reduction(from: won(300), to: won(200), at: Self.now, listedAt: Self.moment(daysAgo: 400), current: nil)
        #expect(reduction?.lowest == won(300))
    }

    @Test func priceThatChangesAllTheTimeIsNeverReduced() {
        let most = PriceHistory.maximumCount
        let parts = (0..<most).map { (days: 0.1, amount: Int64(1000 - $0) as Int64?) }
        #expect(history(parts).trimmed(at: Self.now).periods.count == most)
        let more = history([(days: 0.1, amount: 2000)] + parts).trimmed(at: Self.now)
        #expect(more.periods == [])
    }
}
