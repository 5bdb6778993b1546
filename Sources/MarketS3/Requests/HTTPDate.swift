internal import Foundation

/// Dates in headers: `Tue, 24 Nov 2026 23:18:22 GMT` (RFC 9110).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the seconds since 1970, or nil if the text is no date.
    static func secondsSinceEpoch(_ text: String) -> Int64? {
        let parts = text.split(whereSeparator: { " :".contains($0) })
        guard parts.count == 8, let month = months.firstIndex(of: String(parts[2])), let day = Int64(parts[1]),
            let year = Int64(parts[3]), let hour = Int64(parts[4]), let minute = Int64(parts[5]),
            let second = Int64(parts[6])
        else { return nil }
        return secondsSinceEpoch(
            year: year,
            month: Int64(month + 1),
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
    }

    /// Returns the seconds since 1970 of a moment in UTC, or nil if a number is out of its range.
    static func secondsSinceEpoch(
        year: Int64,
        month: Int64,
        day: Int64,
        hour: Int64,
        minute: Int64,
        second: Int64
    ) -> Int64? {
        guard 1970...9999 ~= year, 1...12 ~= month, 1...31 ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
        else { return nil }
        var fields = tm()
        fields.tm_year = Int32(year - 1900)
        fields.tm_mon = Int32(month - 1)
        fields.tm_mday = Int32(day)
        fields.tm_hour = Int32(hour)
        fields.tm_min = Int32(minute)
        fields.tm_sec = Int32(second)
        return Int64(timegm(&fields))
    }
}
