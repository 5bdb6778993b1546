import MarketModels
import Testing

struct MarketCalendarTests {
    @Test func dayEndsAtMidnightOfItsTimeZone() throws {
        let day = try #require(CalendarDay("2026-11-30"))
        // 2026-11-30T15:00:00Z.
        let seoul = Timestamp(millisecondsSinceEpoch: 1_796_050_800_000)
        #expect(MarketCalendar.seoul.end(of: day) == seoul)
        let utc = try #require(MarketCalendar(timeZone: "UTC"))
        #expect(utc.end(of: day) == seoul.adding(seconds: 9 * 3600))
    }

    @Test func timeOfDayIsThatOfItsTimeZone() throws {
        // 2026-11-30T15:07:59Z.
        let moment = Timestamp(millisecondsSinceEpoch: 1_796_051_279_000)
        #expect(MarketCalendar.seoul.time(of: moment) == "00:07")
        #expect(try #require(MarketCalendar(timeZone: "UTC")).time(of: moment) == "15:07")
        #expect(try #require(MarketCalendar(timeZone: "Asia/Kolkata")).time(of: moment) == "20:37")
    }

    @Test func dayOfAClockChangeHas23Or25Hours() throws {
        let berlin = try #require(MarketCalendar(timeZone: "Europe/Berlin"))
        func hours(_ text: String, _ next: String) throws -> Int64 {
            let ends = try [text, next].map { berlin.end(of: try #require(CalendarDay($0))).millisecondsSinceEpoch }
            return (ends[1] - ends[0]) / 3_600_000
        }
        #expect(try hours("2026-03-28", "2026-03-29") == 23)
        #expect(try hours("2026-10-24", "2026-10-25") == 25)
    }

    @Test func endOfADayBelongsToTheNextOne() throws {
        for text in ["2026-11-30", "2024-02-29", "2026-12-31", "2026-03-08"] {
            let day = try #require(CalendarDay(text))
            for zone in ["Asia/Seoul", "America/Havana", "UTC"] {
                let calendar = try #require(MarketCalendar(timeZone: zone))
                let end = calendar.end(of: day)
                #expect(calendar.lastDay(before: end) == day)
                #expect(calendar.day(of: end) != day)
            }
        }
    }

    @Test(arguments: ["Pacific/Honolulu", "America/New_York", "UTC", "Asia/Seoul", "Pacific/Auckland"])
    func dayOfAMidnightIsKnownWithoutItsTimeZone(_ zone: String) throws {
        let calendar = try #require(MarketCalendar(timeZone: zone))
        // Clocks are forward in one half of the year in New York, and in the other in Auckland.
        for text in ["2026-01-15", "2026-07-15", "2026-12-31"] {
            let day = try #require(CalendarDay(text))
            #expect(CalendarDay(endingAtMidnight: calendar.end(of: day)) == day)
        }
        #expect(CalendarDay(endingAtMidnight: Timestamp(millisecondsSinceEpoch: 0)) == nil)
    }

    @Test(arguments: ["2026-11-30", "1970-01-01", "9999-12-31", "2024-02-29"])
    func daysAreReadAndWritten(_ text: String) {
        #expect(CalendarDay(text)?.text == text)
    }

    @Test(arguments: [
        "", "2026-11-31", "2026-02-29", "2026-13-01", "2026-00-10", "26-11-30", "2026-1-3", "2026/11/30", "tomorrow",
        "2026-11-30T00:00", "+026-11-30", "1969-12-31", "２０２６-11-30",
    ])
    func otherTextsAreNoDays(_ text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func unknownTimeZonesAreRefused() {
        #expect(MarketCalendar(timeZone: "Asia/Atlantis") == nil)
        #expect(MarketCalendar(timeZone: "Asia/Seoul") == .seoul)
        #expect(MarketCalendar.seoul.timeZoneName == "Asia/Seoul")
    }
}
