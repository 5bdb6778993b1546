/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDay: Hashable, Sendable {
    /// The year, 1970 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a day, or returns nil if there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard 1970...9999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, in: year) ~= day else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads a day as HTML forms send it, `2026-11-30`, or returns nil if the text is no day.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Creates the day of a moment in UTC, or returns nil for a moment before 1970.
    public init?(of moment: Timestamp) {
        let parts = moment.calendar
        self.init(year: parts.year, month: parts.month, day: parts.day)
    }

    /// Creates the day that ends at a midnight, for callers that don't know in which time zone it is one, such as clients
    /// that show the end of a reservation; nil for a moment before 1970.
    ///
    /// There is one such day for the time zones from UTC-10 to UTC+13. Beyond, it is the day before or after.
    public init?(endingAtMidnight midnight: Timestamp) {
        self.init(of: Timestamp(millisecondsSinceEpoch: midnight.millisecondsSinceEpoch - 1).adding(seconds: -36_000))
    }

    /// The day in the form of ISO 8601: `2026-11-30`.
    public var text: String {
        func padded(_ number: Int, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
