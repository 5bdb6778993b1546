import MarketAPI
import MarketModels
import Testing

struct PageWindowTests {
    @Test(
        arguments: zip(
            [(1, 20, 0), (1, 20, 20), (1, 20, 21), (2, 20, 21), (3, 20, 21), (1, 1, 1)],
            [(0, false), (1, false), (2, true), (2, false), (2, false), (1, false)]
        )
    )
    func lastPageAndNextFollowFromTheTotal(_ window: (Int, Int, Int), _ expected: (last: Int, next: Bool)) {
        let page = PageWindow(number: window.0, size: window.1, totalCount: window.2)
        #expect(page.lastPage == expected.last)
        #expect(page.hasNext == expected.next)
        #expect(page.hasPrevious == (window.0 > 1))
    }

    @Test func nothingOverflows() {
        let page = PageWindow(number: .max, size: 800, totalCount: .max)
        #expect(page.offset == .max)
        #expect(page.limit == .max)
        #expect(PageWindow(number: .min, size: .min, totalCount: .min).offset == 0)
    }

    @Test func cursorIsReadBackAndNothingElseIs() {
        for id in [0, 1, 35, 36, Int64.max] {
            let cursor = ListCursor.afterID(Product.ID(rawValue: id))
            #expect(CursorCoding.cursor(from: CursorCoding.text(of: cursor)) == cursor)
        }
        for time: Int64 in [0, 1_640_995_200_000] {
            let cursor = ListCursor.afterBump(
                BumpCursor(time: Timestamp(millisecondsSinceEpoch: time), id: Product.ID(rawValue: 36))
            )
            #expect(CursorCoding.cursor(from: CursorCoding.text(of: cursor)) == cursor)
        }
        for amount in [0, 1, Money.maximumMinorUnits] {
            for currency in Currency.allCases {
                let place = PriceCursor(
                    firstCurrency: .usd,
                    amount: Money(minorUnits: amount, currency: currency),
                    id: Product.ID(rawValue: 36)
                )
                #expect(CursorCoding.cursor(from: CursorCoding.text(of: .afterPrice(place))) == .afterPrice(place))
            }
        }
        for text in [
            "a1-1", "b1", "b1-", "b--1-1", "b1-1-1", "pKRW-KRW-1", "pKRW-WON-1-1", "pKRW-KRW--1-1",
            "pKRW-KRW-zzzzzzzzzzzz-1", "", "i", "1", "x1", "i-1",
            "i!", "izzzzzzzzzzzzzzzzz",
        ] {
            #expect(CursorCoding.cursor(from: text) == nil, "\(text)")
        }
    }
}
