import Foundation

/// Reads comma-separated values (RFC 4180) as spreadsheets write them, and records the line on which each record
/// begins.
///
/// Quoted fields can contain commas, doubled quotes and line breaks. Lines end in LF, CRLF or CR. Semicolons and tabs as
/// separators, which some spreadsheets write, are detected in the headings; Excel names the separator in a line of its
/// own (`sep=;`).
struct CSVReader {
    struct Record: Hashable {
        /// The number of the record's first line, from 1.
        let line: Int
        let fields: [String]
    }

    /// The reasons why a text is not a valid table.
    enum Failure: Error, Hashable {
        /// A quote opened on this line is never closed.
        case openQuote(line: Int)
        /// There is text after a closing quote.
        case textBehindQuote(line: Int)
    }

    private var rest: Substring.UnicodeScalarView
    private let separator: Unicode.Scalar
    private var line = 1

    init(_ text: String) {
        rest = text.unicodeScalars[...]
        let head = rest.prefix { $0 != "\n" && $0 != "\r" }
        let named = String(head).lowercased()
        if named.hasPrefix("sep="), let scalar = named.unicodeScalars.dropFirst(4).first {
            separator = scalar
            rest = rest[head.endIndex...]
            if let end = rest.popFirst() { endLine(end) }
        } else {
            separator = Self.separator(of: rest)
        }
    }

    /// Returns the separator with which the most columns are known, in one of the first lines: some programs write a
    /// title above the headings.
    private static func separator(of text: Substring.UnicodeScalarView) -> Unicode.Scalar {
        let lines = text.prefix(10_000).split { $0 == "\n" || $0 == "\r" }
        let separators: [Unicode.Scalar] = [",", ";", "\t"]
        let counts = separators.map { separator -> (Unicode.Scalar, Int) in
            let known = lines.prefix(CSVProducts.maximumTitleLines + 1).map { line in
                line.split(separator: separator).count { cell in
                    TableHeading(String(cell).trimmingCharacters(in: ["\"", " "])) != nil
                }
            }
            return (separator, known.max() ?? 0)
        }
        // The first of equal ones.
        return counts.reversed().max { $0.1 < $1.1 }?.0 ?? ","
    }

    /// Returns all records that are not empty. Spreadsheets leave rows that contain only separators.
    static func records(of text: String) throws(Failure) -> [Record] {
        var reader = CSVReader(text)
        var records: [Record] = []
        while let record = try reader.next() {
            if !record.fields.allSatisfy(\.isEmpty) { records.append(record) }
        }
        return records
    }

    private mutating func next() throws(Failure) -> Record? {
        guard !rest.isEmpty else { return nil }
        let begin = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            guard let end = rest.popFirst() else { return Record(line: begin, fields: fields) }
            if end == separator { continue }
            endLine(end)
            return Record(line: begin, fields: fields)
        }
    }

    /// Reads a field up to a separator, a line break or the end.
    private mutating func field() throws(Failure) -> String {
        if rest.first == "\"" { return try quotedField() }
        let text = rest.prefix { $0 != separator && $0 != "\n" && $0 != "\r" }
        rest = rest[text.endIndex...]
        return String(text)
    }

    private mutating func quotedField() throws(Failure) -> String {
        let begin = line
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let next = rest.popFirst() {
            if next == "\"" {
                guard rest.first == "\"" else {
                    guard rest.isEmpty || [separator, "\n", "\r"].contains(rest.first) else {
                        throw .textBehindQuote(line: line)
                    }
                    return String(text)
                }
                rest.removeFirst()
            } else if next == "\r", rest.first == "\n" {
                // A single line break, which is kept as it was written.
                text.append(next)
                continue
            } else if next == "\n" || next == "\r" {
                line += 1
            }
            text.append(next)
        }
        throw .openQuote(line: begin)
    }

    private mutating func endLine(_ end: Unicode.Scalar) {
        if end == "\r", rest.first == "\n" { rest.removeFirst() }
        line += 1
    }
}
