import Foundation

/// The calendar of a market: the time zone in which its days begin and end.
public struct MarketCalendar: Hashable, Sendable {
    /// The calendar of Seoul, the default.
    public static let seoul = MarketCalendar(TimeZone(identifier: "Asia/Seoul") ?? .gmt)

    /// The calendar of the time zone that this device is set to.
    public static var current: MarketCalendar { MarketCalendar(.current) }

    private let calendar: Calendar

    /// Creates a calendar, or returns nil if the system knows no time zone of this name.
    ///
    /// - Parameter timeZone: A name of the IANA database, such as `Asia/Seoul`.
    public init?(timeZone: String) {
        guard let zone = TimeZone(identifier: timeZone) else { return nil }
        self.init(zone)
    }

    private init(_ zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    /// The name of the time zone.
    public var timeZoneName: String { calendar.timeZone.identifier }

    /// Returns the day of a moment.
    public func day(of moment: Timestamp) -> CalendarDay? {
        let date = Date(timeIntervalSince1970: Double(moment.millisecondsSinceEpoch) / 1000)
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    }

    /// Returns the time of day of a moment, in hours from 00 to 23 and minutes: `14:03`.
    public func time(of moment: Timestamp) -> String {
        let date = Date(timeIntervalSince1970: Double(moment.millisecondsSinceEpoch) / 1000)
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return [parts.hour, parts.minute].map { String(100 + ($0 ?? 0)).suffix(2) }.joined(separator: ":")
    }

    /// Returns the moment at which a day ends: the first one of the next day, which isn't midnight where the clocks are
    /// set forward then.
    public func end(of day: CalendarDay) -> Timestamp {
        let noon = calendar.date(
            from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
        )
        let next = noon.flatMap { calendar.date(byAdding: .day, value: 1, to: $0) }.map { calendar.startOfDay(for: $0) }
        // There is a next day for every `CalendarDay`.
        return Timestamp(
            millisecondsSinceEpoch: Int64(((next ?? .distantFuture).timeIntervalSince1970 * 1000).rounded())
        )
    }

    /// Returns the last day of a reservation that ends at a moment.
    public func lastDay(before end: Timestamp) -> CalendarDay? {
        day(of: Timestamp(millisecondsSinceEpoch: end.millisecondsSinceEpoch - 1))
    }
}
