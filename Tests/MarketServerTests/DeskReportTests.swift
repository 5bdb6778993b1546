import MarketCore
import MarketModels
import MarketWeb
import Testing

@testable import MarketServer

struct DeskReportTests {
    private static let results: [DeskOutcome.Result] = [
        .done, .needsPassword, .gone, .failed(.cannotFollow(.sold, .reserved)), .failed(.cannotRenew),
        .failed(.notForSale), .failed(.bumpedRecently(days: 5)),
    ]

    @Test func cookieSaysWhatHappened() {
        let entries = DeskAction.allCases.flatMap { action in
            Self.results.enumerated().map { index, result in
                DeskReport.Entry(action: action, id: Product.ID(rawValue: Int64(index + 1)), result: result)
            }
        }
        #expect(DeskReport(cookie: DeskReport(entries).cookie).entries == entries)
    }

    @Test func cookieOfManyProductsFitsABrowser() {
        let worst = DeskReport.Entry(
            action: .reserve,
            id: Product.ID(rawValue: 999_999_999_999),
            result: .failed(.cannotFollow(.reserved, .reserved))
        )
        let report = DeskReport(Array(repeating: worst, count: 200))
        #expect(report.cookie.utf8.count <= 4096)
        #expect(DeskReport(cookie: report.cookie).entries.count == DeskReport.maximumCount)
    }

    @Test(arguments: ["", "x", "sell.1", "sell.x.done", "steal.1.done", "sell.1.what", "sell.1.open-lost", "_.._"])
    func whatCannotBeReadIsIgnored(_ cookie: String) {
        #expect(DeskReport(cookie: cookie).entries.isEmpty)
    }
}
