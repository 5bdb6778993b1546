import Foundation
import Testing

@testable import MarketModels

@Suite struct TimestampTests {
    @Test func calendarFieldsAreFoundations() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        // Four hundred years around now, in steps that eventually cover every hour, month end and leap day.
        var milliseconds: Int64 = -6_000_000_000_000
        while milliseconds < 6_000_000_000_000 {
            milliseconds += 5_443_200_123 - milliseconds % 977
            let fields = Timestamp(millisecondsSinceEpoch: milliseconds).calendar
            let seconds = (Double(milliseconds) / 1000).rounded(.down)
            let expected = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: seconds)
            )
            #expect(fields.year == expected.year && fields.month == expected.month && fields.day == expected.day)
            #expect(fields.hour == expected.hour && fields.minute == expected.minute)
            #expect(fields.second == expected.second && fields.millisecond == (milliseconds % 1000 + 1000) % 1000)
        }
    }

    @Test(
        arguments: [
            (0, 1970, 1, 1, 0), (951_782_400_000, 2000, 2, 29, 0), (-1, 1969, 12, 31, 999),
            (4_107_542_400_000, 2100, 3, 1, 0), (1_709_164_800_001, 2024, 2, 29, 1),
        ] as [(Int64, Int, Int, Int, Int)]
    )
    func daysThatAreEasyToGetWrong(milliseconds: Int64, year: Int, month: Int, day: Int, millisecond: Int) {
        let fields = Timestamp(millisecondsSinceEpoch: milliseconds).calendar
        #expect(fields.year == year && fields.month == month && fields.day == day)
        #expect(fields.millisecond == millisecond)
    }
}
