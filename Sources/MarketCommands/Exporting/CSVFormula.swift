/// Prevents spreadsheets from interpreting a seller's text as a formula, which could send the sheet's content
/// elsewhere. Such a cell is prefixed with an apostrophe, which spreadsheets don't show and an import removes.
enum CSVFormula {
    /// The characters that begin a formula, or are ignored before one.
    private static let starts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    static func escaped(_ cell: String) -> String { isFormula(cell.unicodeScalars[...]) ? "'" + cell : cell }

    static func unescaped(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'", isFormula(cell.unicodeScalars.dropFirst()) else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }

    /// Returns whether a cell is a formula after any number of apostrophes, so that every text has a unique escaped
    /// form.
    private static func isFormula(_ cell: Substring.UnicodeScalarView) -> Bool {
        cell.first { $0 != "'" }.map(starts.contains) ?? false
    }
}
