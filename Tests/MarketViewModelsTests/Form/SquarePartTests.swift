import Foundation
import MarketViewModels
import Testing

struct SquarePartTests {
    /// A picture of 400 × 300 pixels, drawn at half its size.
    private func part(_ x: Double, _ y: Double, _ side: Double) -> SquarePart {
        SquarePart(
            CGRect(x: x, y: y, width: side, height: side),
            drawn: CGSize(width: 200, height: 150),
            width: 400,
            height: 300
        )
    }

    @Test func whatIsVisibleIsWhatIsCut() {
        let middle = part(25, 0, 150)
        #expect(middle.rectangle == CGRect(x: 50, y: 0, width: 300, height: 300))
        #expect(part(100, 50, 50).rectangle == CGRect(x: 200, y: 100, width: 100, height: 100))
    }

    @Test func squareNeverStandsOutOfTheImage() {
        // While a finger pulls beyond an edge, or has made the picture smaller than the view.
        #expect(part(-10, -10, 150).rectangle == CGRect(x: 0, y: 0, width: 300, height: 300))
        #expect(part(80, 20, 150).rectangle == CGRect(x: 100, y: 0, width: 300, height: 300))
        #expect(part(0, 0, 400).rectangle == CGRect(x: 0, y: 0, width: 300, height: 300))
        #expect(part(199.9, 149.9, 0).rectangle == CGRect(x: 399, y: 299, width: 1, height: 1))
    }

    @Test func viewThatWasNotLaidOutYetCutsSomething() {
        let part = SquarePart(.zero, drawn: .zero, width: 3, height: 2)
        #expect(part.rectangle == CGRect(x: 0, y: 0, width: 1, height: 1))
        let wild = CGRect(x: CGFloat.nan, y: .infinity, width: .infinity, height: .infinity)
        let none = SquarePart(wild, drawn: CGSize(width: 3, height: 2), width: 3, height: 2)
        #expect(none.side <= 2 && none.x + none.side <= 3 && none.y + none.side <= 2)
    }
}
