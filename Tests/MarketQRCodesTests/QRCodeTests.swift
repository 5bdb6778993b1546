import Testing

@testable import MarketQRCodes

struct QRCodeTests {
    private static let texts = ["1", "https://market.example/products/12", String(repeating: "가나다", count: 60)]

    @Test(arguments: texts)
    func thePathEnclosesExactlyTheDarkModules(_ text: String) throws {
        let code = try #require(QRCode(text, correction: .medium))
        let filled = try Self.filled(code.path, width: code.width)
        for row in 0..<code.width {
            for column in 0..<code.width {
                #expect(filled[row][column] == code.isDark(row, column), "\(row) \(column)")
            }
        }
    }

    @Test func thePathOfASquareHasFourSides() throws {
        let path = try #require(QRCode("1")?.path)
        // The finder pattern at the upper left is the first outline: a ring of seven modules.
        #expect(path.hasPrefix("M4 4h7v7h-7v-7z"))
    }

    @Test(arguments: texts)
    func linesShowTheSameModulesAsThePath(_ text: String) throws {
        let code = try #require(QRCode(text))
        #expect(code.lines.allSatisfy { $0.count == code.width })
        let light = code.lines.joined().reduce(0) { count, block in
            count + (block == "█" ? 2 : block == " " ? 0 : 1)
        }
        let dark = try Self.filled(code.path, width: code.width).joined().count { $0 }
        // The number of rows is odd; the last line has a light row more.
        #expect(light + dark == code.width * (code.width + 1))
    }

    @Test func codesForPaperCorrectMore() throws {
        let text = String(repeating: "a", count: 70)
        let screen = try #require(QRCode(text))
        let paper = try #require(QRCode(text, correction: .medium))
        #expect(paper.width > screen.width)
    }

    @Test func whatDoesNotFitHasNoCode() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "a", count: 2953)) != nil)
        #expect(QRCode(String(repeating: "a", count: 2954)) == nil)
        #expect(QRCode(String(repeating: "a", count: 2332), correction: .medium) == nil)
    }

    /// Fills a path as browsers do by default (nonzero): each module by the edges that lie to the left of it.
    private static func filled(_ path: String, width: Int) throws -> [[Bool]] {
        var windings = Array(repeating: Array(repeating: 0, count: width), count: width)
        for outline in path.split(separator: "M") {
            let start = try #require(outline.firstMatch(of: /^(\d+) (\d+)/))
            var column = try #require(Int(start.1))
            var row = try #require(Int(start.2))
            let first = (column, row)
            for side in outline.matches(of: /([hv])(-?\d+)/) {
                let length = try #require(Int(side.2))
                guard side.1 == "v" else {
                    column += length
                    continue
                }
                for crossed in min(row, row + length)..<max(row, row + length) {
                    for right in column..<width { windings[crossed][right] += length.signum() }
                }
                row += length
            }
            #expect(first == (column, row) && outline.hasSuffix("z"))
        }
        return windings.map { $0.map { $0 != 0 } }
    }
}
