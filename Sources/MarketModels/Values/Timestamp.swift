/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The number of milliseconds since 1970-01-01T00:00:00Z.
    public let millisecondsSinceEpoch: Int64

    /// Creates a timestamp from milliseconds since 1970-01-01T00:00:00Z.
    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// Returns whether one timestamp is before another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }

    /// Returns the timestamp so many seconds later, or earlier if `seconds` is negative.
    public func adding(seconds: Int64) -> Timestamp {
        Timestamp(millisecondsSinceEpoch: millisecondsSinceEpoch + seconds * 1000)
    }

    /// Whether the time between both is shorter than a duration, whichever is earlier.
    public func isWithin(_ duration: Duration, of other: Timestamp) -> Bool {
        Duration.milliseconds(abs(millisecondsSinceEpoch - other.millisecondsSinceEpoch)) < duration
    }

    /// The calendar fields in UTC (proleptic Gregorian).
    public var calendar: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int) {
        let dayLength: Int64 = 86_400_000
        let days = millisecondsSinceEpoch.floorDivided(by: dayLength)
        let inDay = Int(millisecondsSinceEpoch - days * dayLength)
        let (year, month, day) = Self.civilDate(daysSinceEpoch: Int(days))
        return (
            year, month, day, inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60, inDay % 1000
        )
    }

    /// Counts days in eras of 400 years that begin on 1 March, so that the leap day ends a year.
    private static func civilDate(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchBasedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchBasedMonth + 2) / 5 + 1
        let month = marchBasedMonth < 10 ? marchBasedMonth + 3 : marchBasedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension BinaryInteger {
    /// The quotient rounded towards negative infinity, for a positive divisor.
    fileprivate func floorDivided(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
