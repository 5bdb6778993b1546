import MarketCommands

/// A table for people: its columns, each with what it says of a row.
struct RowTable<Row> {
    struct Column {
        fileprivate let column: TextTable.Column
        fileprivate let text: (Row) -> String

        /// - Parameter value: what is in the column; nothing for nil.
        init<Value: CustomStringConvertible>(
            _ title: String,
            isRight: Bool = false,
            isTruncated: Bool = false,
            _ value: @escaping (Row) -> Value?
        ) {
            column = TextTable.Column(title: title, isRight: isRight, isTruncated: isTruncated)
            text = { value($0)?.description ?? "" }
        }
    }

    private let columns: [Column]

    init(_ columns: [Column]) { self.columns = columns }

    /// Prints rows, or a sentence if there are none.
    func show(_ rows: [Row], orElse nothing: String) {
        guard !rows.isEmpty else { return print(nothing) }
        var table = TextTable(columns.map(\.column))
        table.rows = rows.map { row in columns.map { TextTable.Cell($0.text(row)) } }
        for line in table.lines(for: .output) { print(line) }
    }
}
