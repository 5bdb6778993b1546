import MarketCore
import MarketModels
import Testing

@testable import MarketServer
@testable import MarketWeb

struct DeskReportTests {
    private static let results: [DeskOutcome.Result] =
        [
            .done, .needsPassword, .gone, .failed(.cannotFollow(.sold, .reserved)), .failed(.cannotRenew),
            .failed(.locked), .failed(.notForSale), .failed(.bumpedRecently(days: 5)),
        ] + ListingHold.Kind.allCases.map { .failed(.held($0)) }

    @Test(arguments: DeskAction.allCases)
    func cookieSaysWhatHappenedIfTheMarketHasSignedIt(_ action: DeskAction) {
        let entries = Self.results.enumerated().map { index, result in
            DeskReport.Entry(action: action, id: Product.ID(rawValue: Int64(index + 1)), result: result)
        }
        let cookies = DeskReportCookie(signer: TicketSigner())
        let value = cookies.value(of: DeskReport(entries))
        #expect(cookies.report(in: value)?.entries == entries)
        // Another market's, or one that was changed, says nothing.
        #expect(DeskReportCookie(signer: TicketSigner()).report(in: value) == nil)
        #expect(cookies.report(in: value.replacing("done", with: "gone")) == nil)
        #expect(cookies.report(in: DeskReport(entries).text) == nil)
    }

    @Test func cookieOfManyProductsFitsABrowser() {
        let worst = DeskReport.Entry(
            action: .reserve,
            id: Product.ID(rawValue: 999_999_999_999),
            result: .failed(.cannotFollow(.reserved, .reserved))
        )
        let report = DeskReport(Array(repeating: worst, count: 200))
        let cookies = DeskReportCookie(signer: TicketSigner())
        let value = cookies.value(of: report)
        #expect(value.utf8.count <= 4096)
        #expect(cookies.report(in: value)?.entries.count == DeskReport.maximumCount)
    }

    @Test(arguments: ["", "x", "sell.1", "sell.x.done", "steal.1.done", "sell.1.what", "sell.1.open-lost", "_.._"])
    func whatCannotBeReadIsIgnored(_ text: String) {
        #expect(DeskReport(text: text).entries.isEmpty)
    }
}
