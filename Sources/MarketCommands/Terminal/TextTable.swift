/// A table that fits the terminal: if it is too wide, the least important columns are omitted and one is truncated.
package struct TextTable {
    package struct Column {
        package let title: String
        package var isRight = false
        /// Whether its texts are truncated if the table is wider than the terminal.
        package var isTruncated = false
        /// The order in which columns are omitted if the table is too wide, highest first; nil for a column that always
        /// stays.
        package var omissionOrder: Int?

        package init(title: String, isRight: Bool = false, isTruncated: Bool = false, omissionOrder: Int? = nil) {
            self.title = title
            self.isRight = isRight
            self.isTruncated = isTruncated
            self.omissionOrder = omissionOrder
        }
    }

    package struct Cell {
        let text: String
        let styles: [Terminal.Style]

        package init(_ text: String, _ styles: Terminal.Style...) {
            self.text = DisplayText.line(text)
            self.styles = styles
        }
    }

    /// The minimum width of a truncated column; below it, another column is omitted first.
    private static let readableWidth = 16
    private static let gap = 2

    let columns: [Column]
    package var rows: [[Cell]] = []

    package init(_ columns: [Column]) {
        self.columns = columns
    }

    package func lines(for terminal: Terminal) -> [String] {
        let widths = widths(within: terminal.width)
        let heading = columns.map { Cell($0.title, .faint) }
        return ([heading] + rows).map { line($0, widths, terminal) }
    }

    /// - Parameter widths: The width of each column; nil for omitted ones.
    private func line(_ cells: [Cell], _ widths: [Int?], _ terminal: Terminal) -> String {
        var line = ""
        // Blanks are written only before further text, so that they are not styled and don't end a line.
        var blanks = 0
        for (index, cell) in cells.enumerated() {
            guard let width = widths[index] else { continue }
            let text = DisplayText.truncated(cell.text, to: width)
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
        // A column without content is omitted.
        var widths: [Int?] = columns.indices.map { index in
            texts[index] == 0 && !rows.isEmpty ? nil : max(DisplayText.width(columns[index].title), texts[index])
        }
        guard let limit else { return widths }
        func excess(of widths: [Int?]) -> Int {
            let shown = widths.compactMap { $0 }
            return shown.reduce(0, +) + Self.gap * (shown.count - 1) - limit
        }
        let truncated = columns.firstIndex(where: \.isTruncated)
        func spare(_ smallest: Int) -> Int { max(0, (truncated.flatMap { widths[$0] } ?? 0) - smallest) }
        while excess(of: widths) > spare(Self.readableWidth),
            let omitted = columns.indices.filter({ widths[$0] != nil && columns[$0].omissionOrder != nil })
                .max(by: { columns[$0].omissionOrder ?? 0 < columns[$1].omissionOrder ?? 0 })
        {
            widths[omitted] = nil
        }
        if let truncated, let width = widths[truncated] {
            widths[truncated] = max(min(width, 1), width - max(0, excess(of: widths)))
        }
        return widths
    }
}
