import MarketCore
import MarketModels

/// The text of the `Date` header, formatted at most once per second. Each connection has its own; it isn't shared.
struct HTTPDate {
    private var second: Int64 = .min
    private var text = ""

    mutating func text(at now: Timestamp) -> String {
        let current = now.millisecondsSinceEpoch / 1000
        if current != second {
            second = current
            text = Self.format(now)
        }
        return text
    }

    /// Formats a time such as `Sat, 21 Nov 2026 09:30:00 GMT` (RFC 9110, IMF-fixdate).
    static func format(_ time: Timestamp) -> String {
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let calendar = time.calendar
        // Also before 1970, where a clock without a battery may begin.
        let dayLength: Int64 = 86_400_000
        let days = (time.millisecondsSinceEpoch - (time.millisecondsSinceEpoch < 0 ? dayLength - 1 : 0)) / dayLength
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return """
            \(weekdays[Int((days % 7 + 7) % 7)]), \(two(calendar.day)) \(months[calendar.month - 1]) \(calendar.year) \
            \(two(calendar.hour)):\(two(calendar.minute)):\(two(calendar.second)) GMT
            """
    }
}
