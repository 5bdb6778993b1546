/// Keeps spreadsheets from taking a seller's text for a formula, which could send what is in the sheet elsewhere: such a
/// cell begins with an apostrophe, which a spreadsheet does not show, and an import takes away again.
enum CSVFormula {
    /// What begins a formula, or is passed over in front of one.
    private static let starts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    static func escaped(_ cell: String) -> String { isFormula(cell.unicodeScalars[...]) ? "'" + cell : cell }

    static func unescaped(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'", isFormula(cell.unicodeScalars.dropFirst()) else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }

    /// With or without apostrophes in front, so that each text has an escaped form of its own.
    private static func isFormula(_ cell: Substring.UnicodeScalarView) -> Bool {
        cell.first { $0 != "'" }.map(starts.contains) ?? false
    }
}
