/// Columns that fit the terminal: where there is too little room, the least important ones go, and one gives way.
struct TextTable {
    struct Column {
        let title: String
        var isRight = false
        /// Whether its texts are cut when the table is wider than the terminal.
        var gives = false
        /// Columns with a number go where there is too little room, the highest first.
        var leaves: Int?
    }

    struct Cell {
        let text: String
        let styles: [Terminal.Style]

        init(_ text: String, _ styles: Terminal.Style...) {
            self.text = DisplayText.line(text)
            self.styles = styles
        }
    }

    /// Rather than cut a column below this width, another one goes.
    private static let readableWidth = 16
    private static let gap = 2

    let columns: [Column]
    var rows: [[Cell]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    func lines(for terminal: Terminal) -> [String] {
        let widths = widths(within: terminal.width)
        let heading = columns.map { Cell($0.title, .faint) }
        return ([heading] + rows).map { line($0, widths, terminal) }
    }

    /// - Parameter widths: nil for columns that are not shown.
    private func line(_ cells: [Cell], _ widths: [Int?], _ terminal: Terminal) -> String {
        var line = ""
        // Blanks are written when something stands behind them: they are not styled, and end no line.
        var blanks = 0
        for (index, cell) in cells.enumerated() {
            guard let width = widths[index] else { continue }
            let text = DisplayText.cut(cell.text, to: width)
            let free = width - DisplayText.width(text)
            if columns[index].isRight { blanks += free }
            if !text.isEmpty {
                line += String(repeating: " ", count: blanks) + terminal.styled(text, cell.styles)
                blanks = 0
            }
            blanks += (columns[index].isRight ? 0 : free) + Self.gap
        }
        return line
    }

    private func widths(within limit: Int?) -> [Int?] {
        let texts = columns.indices.map { index in rows.map { DisplayText.width($0[index].text) }.max() ?? 0 }
        // A heading above nothing only takes room.
        var widths: [Int?] = columns.indices.map { index in
            texts[index] == 0 && !rows.isEmpty ? nil : max(DisplayText.width(columns[index].title), texts[index])
        }
        guard let limit else { return widths }
        func excess(of widths: [Int?]) -> Int {
            let shown = widths.compactMap { $0 }
            return shown.reduce(0, +) + Self.gap * (shown.count - 1) - limit
        }
        let giving = columns.firstIndex(where: \.gives)
        func spare(_ smallest: Int) -> Int { max(0, (giving.flatMap { widths[$0] } ?? 0) - smallest) }
        while excess(of: widths) > spare(Self.readableWidth),
            let leaving = columns.indices.filter({ widths[$0] != nil && columns[$0].leaves != nil })
                .max(by: { columns[$0].leaves ?? 0 < columns[$1].leaves ?? 0 })
        {
            widths[leaving] = nil
        }
        if let giving, let width = widths[giving] {
            widths[giving] = max(min(width, 1), width - max(0, excess(of: widths)))
        }
        return widths
    }
}
