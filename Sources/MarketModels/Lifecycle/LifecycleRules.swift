/// The operator's rules for how long listings last.
public struct LifecycleRules: Hashable, Sendable {
    /// The number of days that settings accept: up to ten years, so that no time overflows.
    public static let days = 1...3650
    /// The maximum number of days that a product can be reserved ahead. A later day is a typo in the year.
    public static let maximumReservationDays = 365

    /// The number of days from today until which a product is reserved if the seller names no day.
    public static let usualReservationDays = 3
    /// The length of the private note about a reservation, counted as for ``ListingRules/nameLength``.
    public static let noteLength = 0...200

    /// The number of days for which lists show sold products.
    public var soldListedDays: Int
    /// The number of days after which a listing expires unless it is renewed, or nil for never.
    public var lifetimeDays: Int?
    /// The number of days after which a listing can be bumped again.
    public var bumpDays: Int
    /// The calendar that decides when a day ends.
    public var calendar: MarketCalendar

    /// Creates rules. By default, sold products stay in lists for two weeks, nothing expires, a listing can be bumped
    /// once a week, and days end at midnight in Seoul.
    public init(
        soldListedDays: Int = 14,
        lifetimeDays: Int? = nil,
        bumpDays: Int = 7,
        calendar: MarketCalendar = .seoul
    ) {
        self.soldListedDays = soldListedDays
        self.lifetimeDays = lifetimeDays
        self.bumpDays = bumpDays
        self.calendar = calendar
    }

    /// Returns the problem of a reservation that would have ended already.
    func dayInThePast(at now: Timestamp) -> LifecycleProblem {
        calendar.day(of: now).map { .dayInThePast(today: $0, timeZone: calendar.timeZoneName) } ?? .unreadableDay
    }

    /// Checks a private note about a reservation and returns it composed (NFC).
    ///
    /// - Throws: ``LifecycleProblem/noteTooLong(maximum:)`` or ``LifecycleProblem/unreadableNote``.
    public static func checkedNote(_ text: String) throws(LifecycleProblem) -> String {
        var review = ListingReview([])
        let note = review.text(text, .contact, length: noteLength)
        switch review.problems.first?.reason {
        case nil: return note
        case .tooLong(let maximum): throw .noteTooLong(maximum: maximum)
        default: throw .unreadableNote
        }
    }

    /// Returns when a listing expires that is listed now, or nil for never.
    public func expiry(ofListedAt now: Timestamp) -> Timestamp? {
        lifetimeDays.map { now.adding(days: $0) }
    }

    /// Returns the latest moment at which a product can have been sold that lists don't show any more.
    public func latestUnlistedSale(at now: Timestamp) -> Timestamp { now.adding(days: -soldListedDays) }

    /// Returns the latest moment at which a reservation can end.
    func latestEndOfReservation(at now: Timestamp) -> Timestamp {
        // The last day ends up to a day after this time of it.
        now.adding(days: Self.maximumReservationDays + 1)
    }

    /// Returns when a listing expires that is opened now: an expired lifetime begins again.
    func expiryOfOpened(_ expiry: Timestamp?, at now: Timestamp) -> Timestamp? {
        guard let expiry, expiry <= now else { return expiry }
        return self.expiry(ofListedAt: now)
    }

    /// Returns when a listing expires that is renewed now: a lifetime later, but at most two lifetimes from now.
    func renewedExpiry(_ expiry: Timestamp?, at now: Timestamp) -> Timestamp? {
        guard let lifetimeDays else { return nil }
        return min(max(expiry ?? now, now).adding(days: lifetimeDays), now.adding(days: 2 * lifetimeDays))
    }
}

extension Timestamp {
    /// Returns the timestamp so many times 24 hours later, or earlier if `days` is negative.
    public func adding(days: Int) -> Timestamp { adding(seconds: Int64(days) * 86_400) }

    /// Returns the number of times 24 hours until a later moment, rounded up.
    func days(until later: Timestamp) -> Int {
        Int((later.millisecondsSinceEpoch - millisecondsSinceEpoch + 86_399_999) / 86_400_000)
    }
}
